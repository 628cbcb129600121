#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>

static CURLcode (*global_init)(long);
static CURL *(*easy_init)(void);
static void (*easy_cleanup)(CURL *);
static void (*easy_reset)(CURL *);
static CURLcode (*easy_perform)(CURL *);
static const char *(*easy_strerror)(CURLcode);
static CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
static CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
static struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
static void (*slist_free_all)(struct curl_slist *);

static bool is_loaded = false;

static bool find(void *library, const char *name, void **function) {
    *function = dlsym(library, name);
    return *function != NULL;
}

static void load(void) {
#ifdef __APPLE__
    void *library = dlopen("/usr/lib/libcurl.4.dylib", RTLD_NOW | RTLD_LOCAL);
#else
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
#endif
    if (library == NULL) return;
    is_loaded = find(library, "curl_global_init", (void **)&global_init)
        && find(library, "curl_easy_init", (void **)&easy_init)
        && find(library, "curl_easy_cleanup", (void **)&easy_cleanup)
        && find(library, "curl_easy_reset", (void **)&easy_reset)
        && find(library, "curl_easy_perform", (void **)&easy_perform)
        && find(library, "curl_easy_strerror", (void **)&easy_strerror)
        && find(library, "curl_easy_setopt", (void **)&easy_setopt)
        && find(library, "curl_easy_getinfo", (void **)&easy_getinfo)
        && find(library, "curl_slist_append", (void **)&slist_append)
        && find(library, "curl_slist_free_all", (void **)&slist_free_all)
        && global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

bool curl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

CURL *curl_new(void) { return easy_init(); }
void curl_end(CURL *handle) { easy_cleanup(handle); }
void curl_clear(CURL *handle) { easy_reset(handle); }
CURLcode curl_perform(CURL *handle) { return easy_perform(handle); }
const char *curl_reason(CURLcode code) { return easy_strerror(code); }

struct curl_slist *curl_list_append(struct curl_slist *list, const char *text) { return slist_append(list, text); }
void curl_list_end(struct curl_slist *list) { slist_free_all(list); }

CURLcode curl_set_number(CURL *handle, CURLoption option, long value) { return easy_setopt(handle, option, value); }
CURLcode curl_set_size(CURL *handle, CURLoption option, curl_off_t value) { return easy_setopt(handle, option, value); }
CURLcode curl_set_text(CURL *handle, CURLoption option, const char *value) { return easy_setopt(handle, option, value); }
CURLcode curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return easy_setopt(handle, option, value);
}
CURLcode curl_set_pointer(CURL *handle, CURLoption option, void *value) { return easy_setopt(handle, option, value); }
CURLcode curl_set_read_function(CURL *handle, curl_read_callback function) {
    return easy_setopt(handle, CURLOPT_READFUNCTION, function);
}
CURLcode curl_set_write_function(CURL *handle, curl_write_callback function) {
    return easy_setopt(handle, CURLOPT_WRITEFUNCTION, function);
}
CURLcode curl_set_header_function(CURL *handle, curl_write_callback function) {
    return easy_setopt(handle, CURLOPT_HEADERFUNCTION, function);
}
CURLcode curl_set_progress_function(CURL *handle, curl_xferinfo_callback function) {
    return easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
}
CURLcode curl_set_debug_function(CURL *handle, curl_debug_callback function) {
    return easy_setopt(handle, CURLOPT_DEBUGFUNCTION, function);
}
CURLcode curl_get_number(CURL *handle, CURLINFO info, long *value) { return easy_getinfo(handle, info, value); }
