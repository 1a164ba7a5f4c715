/** Which header declares a name (ISO C 7.1.2 and the sections of clause 7). */
const HEADERS: Readonly<Record<string, string>> = {
  'stdint.h':
    'int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t intptr_t intmax_t uintmax_t UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX INT8_MAX INT16_MAX INT32_MAX INT64_MAX INT8_MIN INT16_MIN INT32_MIN SIZE_MAX UINT32_C UINT64_C',
  'stdbool.h': 'bool true false',
  'stddef.h': 'size_t ptrdiff_t NULL offsetof wchar_t',
  'string.h':
    'memcpy memmove memset memcmp memchr strlen strcpy strncpy strcmp strncmp strcat strncat strchr strrchr strstr strtok strerror',
  'stdio.h':
    'printf fprintf sprintf snprintf vsnprintf vprintf puts putchar getchar scanf sscanf fgets fputs fopen fclose fflush stdout stderr stdin FILE EOF',
  'stdlib.h':
    'malloc calloc realloc free abs labs atoi atol strtol strtoul qsort bsearch exit abort rand srand EXIT_SUCCESS EXIT_FAILURE',
  'limits.h': 'INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX CHAR_BIT SHRT_MAX UCHAR_MAX LLONG_MAX',
  'math.h': 'sqrt sqrtf pow powf fabs floor ceil round sin cos tan log exp fmod INFINITY NAN isnan M_PI',
  'ctype.h': 'isdigit isalpha isalnum isspace isupper islower toupper tolower isxdigit isprint',
  'assert.h': 'assert static_assert',
  'errno.h': 'errno EINVAL ENOMEM EAGAIN EBUSY EIO ETIMEDOUT ERANGE',
  'stdarg.h': 'va_list va_start va_end va_arg va_copy',
  'inttypes.h': 'PRIu8 PRIu16 PRIu32 PRIu64 PRId32 PRId64 PRIx32 PRIX32',
  'time.h': 'time clock time_t clock_t',
};

const HEADER_OF = new Map(
  Object.entries(HEADERS).flatMap(([header, names]) => names.split(' ').map((name) => [name, header])),
);

export const standardHeader = (name: string): string | undefined => HEADER_OF.get(name);
