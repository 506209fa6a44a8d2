import fc, { type Arbitrary } from 'fast-check';
import { formBodies, jsonBodies } from './fuzz-bodies.ts';
import { goodValue, sometimes, type GoodValues } from './fuzz-good-values.ts';
import { encode, hostileEncoding, hostileText, unknownName } from './fuzz-values.ts';
import type { Field, Operation } from './openapi-operations.ts';

/** A request with what is known about it in advance. */
export interface HostileRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer | undefined;
  /** Whether an unknown field is its first fault: then it must be rejected. */
  readonly hasUnknownField: boolean;
}

/** Requests to one route: mostly similar to valid ones, with some fault. */
export function hostileRequests(operation: Operation, good: GoodValues): Arbitrary<HostileRequest> {
  return fc
    .record({
      path: pathOf(operation, good),
      query: queryOf(operation, good),
      body: operation.takesForm ? formBodies : jsonBodies(operation, good),
      headers: oddHeaders,
    })
    .map(({ path, query, body, headers }) => ({
      url: query.text === '' ? path.text : `${path.text}?${query.text}`,
      headers: { ...headers, ...body.headers },
      payload: operation.method === 'GET' ? undefined : body.payload,
      hasUnknownField:
        path.isGood &&
        ((query.isUnknown && (operation.method === 'GET' || !body.isOdd)) ||
          (query.isGood && body.isUnknown === true && operation.method !== 'GET')),
    }));
}

function pathOf({ template, path }: Operation, good: GoodValues): Arbitrary<{ text: string; isGood: boolean }> {
  const kept = path.map((field) => encode(String(goodValue(field, good))));
  const parts = fc.oneof(
    sometimes(3, fc.constant(kept)),
    sometimes(path.length > 0 ? 1 : 0, fc.tuple(...path.map(() => hostileEncoding))),
  );
  return parts.map((values) => {
    let at = 0;
    return { text: template.replaceAll(/\{\w+\}/g, () => values[at++] ?? ''), isGood: values === kept };
  });
}

interface Query {
  readonly text: string;
  /** It has no fault. */
  readonly isGood: boolean;
  /** It contains an unknown name, and all other faults would also lead to 400. */
  readonly isUnknown: boolean;
}

function queryOf({ query }: Operation, good: GoodValues): Arbitrary<Query> {
  const required = query.filter((field) => field.required);
  const goodPair = (field: Field): string => `${encode(field.name)}=${encode(String(goodValue(field, good)))}`;
  const start = required.map(goodPair);
  const known = query.length === 0 ? fc.constant('') : fc.constantFrom(...query.map(({ name }) => encode(name)));
  const hostilePair = fc
    .tuple(known, fc.constantFrom('', '', '', '[]', '[a]', '%5B%5D', '.a'), hostileEncoding)
    .map(([name, suffix, value]) => `${name}${suffix}=${value}`);
  const unknownPair = fc.tuple(unknownName, hostileText).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return fc.oneof(
    sometimes(2, fc.constant({ text: start.join('&'), isGood: true, isUnknown: false })),
    sometimes(
      query.length > 0 ? 2 : 0,
      fc
        .subarray([...query])
        .map((fields) => [...new Set([...required, ...fields])].map(goodPair).join('&'))
        .map((text) => ({ text, isGood: false, isUnknown: false })),
    ),
    sometimes(
      4,
      fc
        .array(hostilePair, { minLength: 1, maxLength: 4 })
        .map((pairs) => ({ text: [...start, ...pairs].join('&'), isGood: false, isUnknown: false })),
    ),
    sometimes(
      1,
      unknownPair.map((pair) => ({ text: [...start, pair].join('&'), isGood: false, isUnknown: true })),
    ),
  );
}

/** Headers that affect servers; mostly none. */
const oddHeaders: Arbitrary<Record<string, string>> = fc.oneof(
  sometimes(8, fc.constant({})),
  sometimes(
    2,
    fc.constantFrom<Record<string, string>[]>(
      { cookie: 'pf_refresh=; pf_refresh=x' },
      { cookie: `pf_refresh=${'0'.repeat(64)}; pf_pending=Fe26.2**x**y*z**a*b` },
      { cookie: '=;;; ,"=%' },
      { cookie: 'pf_pending=__proto__; __proto__=1' },
      { range: 'bytes=0-' },
      { range: 'bytes=-0' },
      { range: 'bytes=9-1,2-3' },
      { range: 'bytes=99999999999999999999-' },
      { 'if-none-match': '*' },
      { 'if-none-match': '"' },
      { 'if-range': '"x"', range: 'bytes=0-1' },
      { 'if-modified-since': 'yesterday' },
      { 'accept-encoding': 'gzip;q=2, br;q=x, *' },
      { accept: '__proto__' },
      { 'x-forwarded-for': '"><script>, ::1, 999.1.1.1' },
      { 'x-http-method-override': 'DELETE' },
      { 'user-agent': 'a'.repeat(3000) },
    ),
  ),
);
