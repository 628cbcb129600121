// libcurl, loaded when it is first needed: it brings some thirty libraries with it, and a program that signs a file
// needs none of them. Its functions with any number of arguments have a function for each type of argument here, since
// Swift cannot call them.
#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>
#include <stdbool.h>

/// Loads libcurl once. Returns false if it is missing or lacks a function; then no other function may be called.
bool curl_load(void);

CURL *curl_new(void);
void curl_end(CURL *handle);
void curl_clear(CURL *handle);
CURLcode curl_perform(CURL *handle);
const char *curl_reason(CURLcode code);

struct curl_slist *curl_list_append(struct curl_slist *list, const char *text);
void curl_list_end(struct curl_slist *list);

CURLcode curl_set_number(CURL *handle, CURLoption option, long value);
CURLcode curl_set_size(CURL *handle, CURLoption option, curl_off_t value);
/// libcurl copies the text.
CURLcode curl_set_text(CURL *handle, CURLoption option, const char *value);
CURLcode curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value);
CURLcode curl_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode curl_set_read_function(CURL *handle, curl_read_callback function);
CURLcode curl_set_write_function(CURL *handle, curl_write_callback function);
CURLcode curl_set_header_function(CURL *handle, curl_write_callback function);
CURLcode curl_set_progress_function(CURL *handle, curl_xferinfo_callback function);
CURLcode curl_set_debug_function(CURL *handle, curl_debug_callback function);
CURLcode curl_get_number(CURL *handle, CURLINFO info, long *value);

#endif
