$(banner)
//
// One alternative a row of well-formed characters. $(name).c holds what this command makes of it:
//
//     $(re2c_command)

static const uint8_t *$(p)re2c_next(const uint8_t *p, const uint8_t *end)
{
    const uint8_t *const start = p;
    uint8_t yych;
    /*!re2c
    re2c:yyfill:enable = 0;
    re2c:flags:input = custom;
    re2c:api:style = free-form;
    re2c:define:YYCTYPE = uint8_t;
    re2c:define:YYPEEK = "(uint8_t)(p != end ? *p : $(hex(end_byte)))";
    re2c:define:YYSKIP = "++p;";
    re2c:define:YYBACKUP = "";
    re2c:define:YYRESTORE = "";
    re2c:variable:yych:emit = 0;

    character =
@ for i, alternative in ipairs(alternatives) do
        $(i > 1 and "| " or "  ")$(alternative)
@ end
        ;

    character { return p; }
    *         { return start; }
    */
}
