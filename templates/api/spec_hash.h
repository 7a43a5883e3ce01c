// A hash of the spec from which this code was generated, with its comments: 16 hexadecimal digits.
$(U)_API const char *$(p)spec_hash(void);
