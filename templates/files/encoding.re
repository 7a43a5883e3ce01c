//
// The alternatives are rows of well-formed characters. $(name).c contains the scanner that this command writes:
//
//     $(command)
@ if starts then
//
// The rules at the start of a text are not in this grammar.
@ end

@ if contexts == 1 then
static const uint8_t *$(p)re2c_next(const uint8_t *p, const uint8_t *end)
@ else
static const uint8_t *$(p)re2c_next(const uint8_t *p, const uint8_t *end, unsigned *context)
@ end
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
    */
@ for from = 1, contexts do
@ if contexts > 1 then
    $(from > 1 and "} else " or "")$(from < contexts and "if (*context == " .. from .. ") " or ""){
@ end
    /*!re2c
@ for to, list in ipairs(alternatives[from]) do
@ if #list > 0 then
    $(character(from, to)) =
@ for i, alternative in ipairs(list) do
        $(i > 1 and "| " or "  ")$(alternative)
@ end
        ;
@ end
@ end
@ for to, list in ipairs(alternatives[from]) do
@ if #list > 0 then
    $(character(from, to)) { $(contexts > 1 and "*context = " .. to .. "; " or "")return p; }
@ end
@ end
    * { return start; }
    */
@ end
@ if contexts > 1 then
    }
@ end
}
