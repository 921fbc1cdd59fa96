// Bitcoin's own library of its curve, from the system.
#include <secp256k1.h>
