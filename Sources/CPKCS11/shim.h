// Only the declarations of PKCS#11 as p11-kit has them; nothing is linked, a module is loaded when one is asked for.
#if __has_include(<p11-kit-1/p11-kit/pkcs11.h>)
#include <p11-kit-1/p11-kit/pkcs11.h>
#elif __has_include("/opt/homebrew/include/p11-kit-1/p11-kit/pkcs11.h")
#include "/opt/homebrew/include/p11-kit-1/p11-kit/pkcs11.h"
#else
#include <p11-kit/pkcs11.h>
#endif
