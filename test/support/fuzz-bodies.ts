import { gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { goodValue, sometimes, type GoodValues } from './fuzz-good-values.ts';
import { hostileJson, hostileText, unknownName } from './fuzz-values.ts';
import type { Operation } from './openapi-operations.ts';

interface Body {
  readonly payload: Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** An unknown field is the only fault. */
  readonly isUnknown?: boolean;
  /** It cannot be parsed as the route's JSON or form, which is reported before any other fault. */
  readonly isOdd?: boolean;
}

const json = { 'content-type': 'application/json' };

export function jsonBodies({ body }: Operation, good: GoodValues): Arbitrary<Body> {
  const required = body.filter((field) => field.required);
  const whole = new Map(body.map((field) => [field.name, JSON.stringify(goodValue(field, good))]));
  const least = new Map(required.map(({ name }) => [name, whole.get(name) ?? 'null']));
  const anyName = body.length === 0 ? unknownName : fc.constantFrom(...whole.keys());
  const base = fc.constantFrom(whole, least);
  const bodyOf = (fields: Iterable<readonly [string, string]>, isUnknown = false): Body => ({
    payload: Buffer.from(textOf(fields)),
    headers: json,
    isUnknown,
  });
  return fc.oneof(
    sometimes(
      2,
      base.map((fields) => bodyOf(fields)),
    ),
    sometimes(
      6,
      fc
        .tuple(base, fc.array(fc.tuple(anyName, hostileJson), { minLength: 1, maxLength: 3 }))
        .map(([fields, wrong]) => bodyOf(new Map([...fields, ...wrong]))),
    ),
    // A field that occurs twice, and a missing one.
    sometimes(
      1,
      fc.tuple(base, anyName, hostileJson).map(([fields, name, value]) => bodyOf([...fields, [name, value]])),
    ),
    sometimes(
      1,
      fc.tuple(base, anyName).map(([fields, name]) => bodyOf([...fields].filter(([one]) => one !== name))),
    ),
    sometimes(
      2,
      // JSON.parse makes `__proto__` an own property, which hapi rejects before anything else: also with 400.
      fc.tuple(base, unknownName).map(([fields, name]) => bodyOf([...fields, [name, '1']], true)),
    ),
    sometimes(
      1,
      hostileJson.map((text) => ({ payload: Buffer.from(text), headers: json })),
    ),
    sometimes(
      2,
      fc.tuple(base, oddContents).map(([fields, odd]) => odd(textOf(fields))),
    ),
  );
}

function textOf(fields: Iterable<readonly [name: string, json: string]>): string {
  return `{${[...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

/** The same body in an invalid encoding. */
const oddContents: Arbitrary<(text: string) => Body> = fc.constantFrom<((text: string) => Body)[]>(
  () => ({ payload: undefined, headers: {}, isOdd: true }),
  () => ({ payload: Buffer.alloc(0), headers: json, isOdd: true }),
  () => ({ payload: Buffer.alloc(300 * 1024, ' '), headers: json, isOdd: true }),
  () => ({ payload: gzipSync(Buffer.alloc(20_000_000, ' ')), headers: gzipped, isOdd: true }),
  () => ({ payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), headers: json, isOdd: true }),
  (text) => ({ payload: Buffer.from(text.slice(0, -1)), headers: json, isOdd: true }),
  (text) => ({ payload: Buffer.from(`\ufeff${text}`), headers: json, isOdd: true }),
  (text) => ({ payload: Buffer.from(text, 'utf16le'), headers: json, isOdd: true }),
  (text) => ({ payload: Buffer.from(`${text}${text}`), headers: json, isOdd: true }),
  (text) => ({ payload: gzipSync(text), headers: gzipped, isOdd: true }),
  (text) => ({ payload: gzipSync(text), headers: json, isOdd: true }),
  (text) => ({ payload: gzipSync(text).subarray(0, -6), headers: gzipped, isOdd: true }),
  (text) => ({ payload: Buffer.from(text), headers: gzipped, isOdd: true }),
  (text) => ({ payload: Buffer.from(text), headers: { ...json, 'content-encoding': 'br' }, isOdd: true }),
  ...[
    'application/json; charset=utf-16',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/vnd.api+json',
    '*/*',
    '/',
    '__proto__',
    '',
  ].map((type) => (text: string): Body => ({ payload: Buffer.from(text), headers: { 'content-type': type }, isOdd: true })),
); // prettier-ignore

const gzipped = { ...json, 'content-encoding': 'gzip' };

/** Forms with a file, and almost valid ones. */
export const formBodies: Arbitrary<Body> = fc
  .record({
    boundary: fc.constantFrom('x', 'x', 'x', '"x"', '', 'y'),
    disposition: fc.constantFrom(
      ...['form-data; name="file"; filename="a.jpg"', 'form-data; name="file"', 'form-data; name="other"; filename="a"'],
      ...['form-data; name="__proto__"; filename="a"', 'form-data', '', 'form-data; name="file"; filename="../../a.jpg"'],
      ...['form-data; name="file"; filename="\0"', `form-data; name="${'a'.repeat(20_000)}"; filename="a"`],
    ),
    parts: fc.integer({ min: 0, max: 3 }),
    content: fc.oneof(fc.uint8Array({ maxLength: 200 }), hostileText.map((text) => Buffer.from(text))),
    end: fc.constantFrom('--x--\r\n', '--x--\r\n', '--x--', '', '--x\r\n', '\r\n\r\n'),
    type: fc.constantFrom('multipart/form-data', 'multipart/form-data', 'multipart/mixed', 'application/json', 'text/plain'),
  })
  .map(({ boundary, disposition, parts, content, end, type }) => {
    const part = Buffer.concat([
      Buffer.from(`--x\r\nContent-Disposition: ${disposition}\r\nContent-Type: image/jpeg\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]);
    return {
      payload: Buffer.concat([...Array.from({ length: parts }, () => part), Buffer.from(end)]),
      headers: { 'content-type': boundary === '' ? type : `${type}; boundary=${boundary}` },
    };
  }); // prettier-ignore
