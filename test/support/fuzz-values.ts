import fc, { type Arbitrary } from 'fast-check';

/** Texts that break careless servers, for any field. */
export const hostileText: Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    // numbers, and almost numbers
    ...['0', '-1', '-0', '1.5', '1e309', '-1e309', 'NaN', 'Infinity', '0x10', '1e3', '٣', '1_000', ' 1 ', '+1'],
    ...['9007199254740993', '-9007199254740993', '99999999999999999999', '2147483648', '4294967296'],
    // words with a meaning in some language
    ...['', ' ', 'null', 'undefined', 'true', 'TRUE', '[]', '{}', '[object Object]', '__proto__', 'constructor'],
    ...['toString', 'hasOwnProperty', '${7*7}', '{{7*7}}', '<script>alert(1)</script>', '%s%n', '$where', '../', '..\\'],
    ...['../../etc/passwd', 'file:///etc/passwd', 'http://169.254.169.254/', 'C:\\', 'index-x.sqlite3', 'CON'],
    // SQL, and the language of SQLite's full-text search
    ...["'", '"', '`', ';', '--', '/*', "' OR 1=1 --", "'; DROP TABLE photos; --", '%', '_', '\\', 'a%', '*'],
    ...['NEAR(', 'NEAR(a b, 999999999)', 'a NEAR b', 'AND', 'OR NOT', 'NOT NOT', '^a', 'a*', '"a', '""', '(', ')', ':', 'name:a'],
    ...['{a b}:c', '- a', 'a -', 'a AND OR b', '"a" + "b"', '"\0"', '" " "', '((((((((((a))))))))))', 'a"b"c', '-"'],
    // names, places and times in search texts
    ...['in 2023', 'Anna in', '2023 2024 2025', 'february 30', '0000', '99999', 'in in in in', 'before before'],
    // unusual characters and lengths
    ...['\0', 'a\0b', '\ud800', '\udc00\ud800', '\uffff', '\ufeff', '\u202e', '\u200b', 'e\u0301'.repeat(40), '𝒳'.repeat(50)],
    ...['İ', 'ß', 'ﬀ', '\r\n', 'a\r\nSet-Cookie: x=y', '\t', '\x7f', '👩‍👩‍👧‍👦', 'ﷺ'.repeat(200)],
    ...['a'.repeat(100), 'a'.repeat(5000), ' '.repeat(2000), '"'.repeat(500), 'a '.repeat(250), '('.repeat(400)],
    ...['2024-02-30', '2024-01-01T00:00:00Z', '1,2,3,4', '-180,-90,180,90', '1,1,0,0', 'NaN,NaN,NaN,NaN', '0,0,1e400,1'],
  ),
); // prettier-ignore

const deep = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels);

/** Texts in place of a JSON value. Most are valid JSON. */
export const hostileJson: Arbitrary<string> = fc.oneof(
  hostileText.map((text) => JSON.stringify(text)),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    ...['null', 'true', 'false', '0', '-0', '-1', '1.5', '1e308', '1e309', '-1e309', '1e-400', '9007199254740993'],
    ...['NaN', 'Infinity', '01', '+1', "'a'", 'undefined', '[,]', '{,}', '"\\x"', '"\\ud800"', '"\\u0000"', '"\n"'],
    ...['[]', '{}', '[[]]', '[{}]', '[null]', '[1,"a",true,null]', `[${'1,'.repeat(2000)}1]`, `["${'a'.repeat(100)}"]`],
    ...['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}', '{"toString":1}'],
    ...['{"$ne":null}', '{"length":-1}', '{"then":1}', '{"toJSON":1}', deep('[', ']', 200), deep('{"a":', '}', 200)],
    ...[deep('[', ']', 20_000), `{"a":${'9'.repeat(5000)}}`, `"${'a'.repeat(100_000)}"`, `"${'\\u0000'.repeat(300)}"`],
  ),
); // prettier-ignore

/** Names of fields that do not exist. */
export const unknownName: Arbitrary<string> = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }).map((name) => `x${name}`),
  fc.constantFrom(
    ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', '$where', 'id[]', 'limit[]', 'q[a]'],
    ...['a[b]', 'a.b', 'LIMIT', 'Limit ', ' limit', 'role2', 'is_admin', 'user_id', 'debug', '0', 'é', '\u202e', 'a\0'],
  ),
); // prettier-ignore

/** Percent-encoded for a URL; lone surrogates are replaced as in browsers. */
export function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** Parts of a URL with encodings that no well-behaved client sends. */
export const hostileEncoding: Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: hostileText.map(encode) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('%', '%zz', '%E0%A4%A', '%ff%fe', '%c0%af', '%ed%a0%80', '%00', '+', '%2e%2e%2f', '%u0041'),
  },
); // prettier-ignore
