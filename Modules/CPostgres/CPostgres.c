#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

enum { verbosity_codes = 3, field_code = 'C' };

// The functions of libpq that are used.
static struct {
    void *(*connect_start)(const char *const *, const char *const *, int);
    int (*connect_poll)(void *);
    void (*finish)(void *);
    int (*socket)(const void *);
    int (*status)(const void *);
    char *(*error_message)(const void *);
    int (*server_version)(const void *);
    int (*backend_pid)(const void *);
    const char *(*parameter_status)(const void *, const char *);
    int (*set_verbosity)(void *, int);
    void *(*set_notice_receiver)(void *, void (*)(void *, const void *), void *);
    int (*set_nonblocking)(void *, int);
    int (*enter_pipeline)(void *);
    int (*send)(void *, const char *, int, const unsigned int *, const char *const *, const int *, const int *, int);
    int (*send_prepare)(void *, const char *, const char *, int, const unsigned int *);
    int (*send_prepared)(void *, const char *, int, const char *const *, const int *, const int *, int);
    int (*pipeline_sync)(void *);
    int (*flush)(void *);
    int (*consume_input)(void *);
    int (*is_busy)(void *);
    void *(*notices)(void *);
    void (*free_memory)(void *);
    void *(*get_result)(void *);
    int (*result_status)(const void *);
    char *(*result_field)(const void *, int);
    int (*row_count)(const void *);
    int (*column_count)(const void *);
    unsigned int (*column_type)(const void *, int);
    char *(*column_name)(const void *, int);
    int (*is_null)(const void *, int, int);
    char *(*value)(const void *, int, int);
    int (*length)(const void *, int, int);
    char *(*changed)(const void *);
    void (*clear)(void *);
} pq;

static int is_loaded;

static void load(void) {
    // The system's paths, and Homebrew's.
    const char *const names[] = {
        "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib",
    };
    void *library = NULL;
    for (size_t index = 0; !library && index < sizeof names / sizeof *names; index++)
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    const struct {
        const char *name;
        void **place;
    } functions[] = {
        {"PQconnectStartParams", (void **)&pq.connect_start},
        {"PQconnectPoll", (void **)&pq.connect_poll},
        {"PQfinish", (void **)&pq.finish},
        {"PQsocket", (void **)&pq.socket},
        {"PQstatus", (void **)&pq.status},
        {"PQerrorMessage", (void **)&pq.error_message},
        {"PQserverVersion", (void **)&pq.server_version},
        {"PQbackendPID", (void **)&pq.backend_pid},
        {"PQparameterStatus", (void **)&pq.parameter_status},
        {"PQsetErrorVerbosity", (void **)&pq.set_verbosity},
        {"PQsetNoticeReceiver", (void **)&pq.set_notice_receiver},
        {"PQsetnonblocking", (void **)&pq.set_nonblocking},
        {"PQenterPipelineMode", (void **)&pq.enter_pipeline},
        {"PQsendQueryParams", (void **)&pq.send},
        {"PQsendPrepare", (void **)&pq.send_prepare},
        {"PQsendQueryPrepared", (void **)&pq.send_prepared},
        {"PQpipelineSync", (void **)&pq.pipeline_sync},
        {"PQflush", (void **)&pq.flush},
        {"PQconsumeInput", (void **)&pq.consume_input},
        {"PQisBusy", (void **)&pq.is_busy},
        {"PQnotifies", (void **)&pq.notices},
        {"PQfreemem", (void **)&pq.free_memory},
        {"PQgetResult", (void **)&pq.get_result},
        {"PQresultStatus", (void **)&pq.result_status},
        {"PQresultErrorField", (void **)&pq.result_field},
        {"PQntuples", (void **)&pq.row_count},
        {"PQnfields", (void **)&pq.column_count},
        {"PQftype", (void **)&pq.column_type},
        {"PQfname", (void **)&pq.column_name},
        {"PQgetisnull", (void **)&pq.is_null},
        {"PQgetvalue", (void **)&pq.value},
        {"PQgetlength", (void **)&pq.length},
        {"PQcmdTuples", (void **)&pq.changed},
        {"PQclear", (void **)&pq.clear},
    };
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        *functions[index].place = dlsym(library, functions[index].name);
        // A version before 14 has no pipelines.
        if (!*functions[index].place) return;
    }
    is_loaded = 1;
}

int cpq_is_available(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

static void ignore(void *context, const void *notice) {}

cpq_connection *cpq_connect_start(const char *const *keywords, const char *const *values) {
    cpq_connection *connection = pq.connect_start(keywords, values, 0);
    if (!connection) return NULL;
    // From the first message on: texts are in the server's language, and may repeat what they should not.
    pq.set_verbosity(connection, verbosity_codes);
    pq.set_notice_receiver(connection, ignore, NULL);
    return connection;
}

int cpq_connect_poll(cpq_connection *connection) { return pq.connect_poll(connection); }
void cpq_finish(cpq_connection *connection) { pq.finish(connection); }
int cpq_socket(const cpq_connection *connection) { return pq.socket(connection); }
int cpq_status(const cpq_connection *connection) { return pq.status(connection); }
const char *cpq_error_message(const cpq_connection *connection) { return pq.error_message(connection); }
int cpq_server_version(const cpq_connection *connection) { return pq.server_version(connection); }
int cpq_backend_pid(const cpq_connection *connection) { return pq.backend_pid(connection); }

const char *cpq_parameter_status(const cpq_connection *connection, const char *name) {
    return pq.parameter_status(connection, name);
}

int cpq_begin_pipeline(cpq_connection *connection) {
    return pq.set_nonblocking(connection, 1) == 0 && pq.enter_pipeline(connection) == 1;
}

int cpq_send(cpq_connection *connection, const char *statement, int count, const char *const *values, int binary) {
    return pq.send(connection, statement, count, NULL, values, NULL, NULL, binary);
}

int cpq_send_prepare(cpq_connection *connection, const char *name, const char *statement) {
    return pq.send_prepare(connection, name, statement, 0, NULL);
}

int cpq_send_prepared(cpq_connection *connection, const char *name, int count, const char *const *values, int binary) {
    return pq.send_prepared(connection, name, count, values, NULL, NULL, binary);
}

int cpq_pipeline_sync(cpq_connection *connection) { return pq.pipeline_sync(connection); }
int cpq_flush(cpq_connection *connection) { return pq.flush(connection); }
int cpq_consume_input(cpq_connection *connection) { return pq.consume_input(connection); }

int cpq_take_notices(cpq_connection *connection) {
    int count = 0;
    for (void *notice; (notice = pq.notices(connection)); count++) pq.free_memory(notice);
    return count;
}

int cpq_is_busy(cpq_connection *connection) { return pq.is_busy(connection); }
cpq_result *cpq_get_result(cpq_connection *connection) { return pq.get_result(connection); }

int cpq_result_status(const cpq_result *result) { return pq.result_status(result); }
const char *cpq_result_code(const cpq_result *result) { return pq.result_field(result, field_code); }
int cpq_row_count(const cpq_result *result) { return pq.row_count(result); }
int cpq_column_count(const cpq_result *result) { return pq.column_count(result); }
unsigned int cpq_column_type(const cpq_result *result, int column) { return pq.column_type(result, column); }
const char *cpq_column_name(const cpq_result *result, int column) { return pq.column_name(result, column); }
int cpq_is_null(const cpq_result *result, int row, int column) { return pq.is_null(result, row, column); }
const char *cpq_value(const cpq_result *result, int row, int column) { return pq.value(result, row, column); }
int cpq_length(const cpq_result *result, int row, int column) { return pq.length(result, row, column); }
int cpq_changed(const cpq_result *result) { return atoi(pq.changed((void *)result)); }
void cpq_clear(cpq_result *result) { pq.clear(result); }
