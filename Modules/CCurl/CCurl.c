#ifdef __linux__

#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The numbers of libcurl's interface, which never change: an option is its number and, in tens of thousands, the kind of its
// value (0 a long, 1 a pointer, 2 a function, 3 a 64-bit number).
enum {
    option_write_data = 10001,
    option_url = 10002,
    option_error_buffer = 10010,
    option_post_fields = 10015,
    option_http_header = 10023,
    option_header_data = 10029,
    option_post = 47,
    option_http_get = 80,
    option_no_signal = 99,
    option_protocols = 181,
    option_suppress_connect_headers = 265,
    option_accept_encoding = 10102,
    option_write_function = 20011,
    option_header_function = 20079,
    option_post_field_size = 30120,
    protocol_http = 1,
    protocol_https = 2,
    global_default = 3,
    message_done = 1
};

typedef struct {
    int message;
    void *handle;
    union {
        void *whatever;
        int code;
    } data;
} curl_message;

// What is used of libcurl.
static struct {
    int (*global_init)(long);
    void *(*easy_init)(void);
    void (*easy_reset)(void *);
    int (*easy_setopt)(void *, int, ...);
    void (*easy_cleanup)(void *);
    const char *(*easy_strerror)(int);
    void *(*multi_init)(void);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_perform)(void *, int *);
    int (*multi_poll)(void *, void *, unsigned int, int, int *);
    int (*multi_wakeup)(void *);
    curl_message *(*multi_info_read)(void *, int *);
    int (*multi_cleanup)(void *);
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
} curl;

static int is_loaded;

static void load(void) {
    // Debian's own name, and that of the same library with another one for TLS.
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    const struct {
        const char *name;
        void **place;
    } functions[] = {
        {"curl_global_init", (void **)&curl.global_init},
        {"curl_easy_init", (void **)&curl.easy_init},
        {"curl_easy_reset", (void **)&curl.easy_reset},
        {"curl_easy_setopt", (void **)&curl.easy_setopt},
        {"curl_easy_cleanup", (void **)&curl.easy_cleanup},
        {"curl_easy_strerror", (void **)&curl.easy_strerror},
        {"curl_multi_init", (void **)&curl.multi_init},
        {"curl_multi_add_handle", (void **)&curl.multi_add_handle},
        {"curl_multi_remove_handle", (void **)&curl.multi_remove_handle},
        {"curl_multi_perform", (void **)&curl.multi_perform},
        {"curl_multi_poll", (void **)&curl.multi_poll},
        {"curl_multi_wakeup", (void **)&curl.multi_wakeup},
        {"curl_multi_info_read", (void **)&curl.multi_info_read},
        {"curl_multi_cleanup", (void **)&curl.multi_cleanup},
        {"curl_slist_append", (void **)&curl.slist_append},
        {"curl_slist_free_all", (void **)&curl.slist_free_all},
    };
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        // One that is too old lacks the last of them.
        void *function = dlsym(library, functions[index].name);
        if (!function) return;
        *functions[index].place = function;
    }
    is_loaded = curl.global_init(global_default) == 0;
}

int ccurl_is_available(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

typedef struct {
    void *easy;
    void *multi;
} connection;

void *ccurl_open(void) {
    if (!ccurl_is_available()) return NULL;
    connection *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    made->easy = curl.easy_init();
    made->multi = curl.multi_init();
    if (made->easy && made->multi) return made;
    ccurl_close(made);
    return NULL;
}

void ccurl_close(void *opened) {
    connection *closed = opened;
    if (!closed) return;
    if (closed->easy) curl.easy_cleanup(closed->easy);
    if (closed->multi) curl.multi_cleanup(closed->multi);
    free(closed);
}

void ccurl_wake(void *opened) { curl.multi_wakeup(((connection *)opened)->multi); }

// Drives the one exchange that has been added, to its end or until nobody waits for it.
static int run(connection *used, const ccurl_exchange *exchange) {
    for (;;) {
        int running = 0;
        if (exchange->is_over(exchange->context)) return ccurl_stopped;
        if (curl.multi_perform(used->multi, &running) != 0) return ccurl_not_received;
        if (running == 0) break;
        // It ends early when something can be read or written, or somebody wakes it.
        if (curl.multi_poll(used->multi, NULL, 0, 1000, NULL) != 0) return ccurl_not_received;
    }
    int left = 0;
    for (curl_message *message; (message = curl.multi_info_read(used->multi, &left));) {
        if (message->message == message_done) return message->data.code;
    }
    return ccurl_not_received;
}

int ccurl_perform(void *opened, const ccurl_exchange *exchange, char message[256]) {
    connection *used = opened;
    void *easy = used->easy;
    void *fields = NULL;
    int code = 0;
    message[0] = 0;
    for (size_t index = 0; exchange->fields[index]; index++) {
        void *longer = curl.slist_append(fields, exchange->fields[index]);
        if (!longer) {
            curl.slist_free_all(fields);
            return ccurl_not_sent;
        }
        fields = longer;
    }
    // What is kept are connections and names that were looked up, not what was set before.
    curl.easy_reset(easy);
    curl.easy_setopt(easy, option_error_buffer, message);
    curl.easy_setopt(easy, option_no_signal, 1L);
    curl.easy_setopt(easy, option_protocols, (long)(protocol_http | protocol_https));
    curl.easy_setopt(easy, option_suppress_connect_headers, 0L);
    curl.easy_setopt(easy, option_accept_encoding, "");
    curl.easy_setopt(easy, option_http_header, fields);
    curl.easy_setopt(easy, option_header_function, exchange->take_head);
    curl.easy_setopt(easy, option_header_data, exchange->context);
    curl.easy_setopt(easy, option_write_function, exchange->take_body);
    curl.easy_setopt(easy, option_write_data, exchange->context);
    if (exchange->body) {
        curl.easy_setopt(easy, option_post, 1L);
        curl.easy_setopt(easy, option_post_fields, exchange->body);
        curl.easy_setopt(easy, option_post_field_size, exchange->body_size);
    } else {
        curl.easy_setopt(easy, option_http_get, 1L);
    }
    code = curl.easy_setopt(easy, option_url, exchange->url);
    if (code == 0) {
        code = curl.multi_add_handle(used->multi, easy) == 0 ? run(used, exchange) : ccurl_not_sent;
        curl.multi_remove_handle(used->multi, easy);
    }
    curl.slist_free_all(fields);
    if (code != 0 && !message[0]) strncpy(message, curl.easy_strerror(code), 255);
    message[255] = 0;
    // Nothing of this exchange is kept, which would point to what its caller lets go.
    curl.easy_reset(easy);
    return code;
}

#endif
