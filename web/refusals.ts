import type { Refused } from './api/errors.ts';
import type { refusals } from './strings/refusals/en.ts';

export type Refusals = typeof refusals;

/** Which of the sentences is said; some depend on how long to wait. */
type Says = PlainSentence | ((said: Refusals, retryAfter: number | null) => string);
type PlainSentence = { [Name in keyof Refusals]: Refusals[Name] extends string ? Name : never }[keyof Refusals];
type Rule = readonly [request: RegExp, status: number, says: Says];

/** What a request means decides what its refusal does; the first that fits counts. */
const rules: readonly Rule[] = [
  [/./, 429, (said, wait) => (wait === null ? said.tooManyRequests : said.tooManyAttempts(Math.ceil(wait / 60)))],
  [/^POST \/api\/auth\/login$/, 401, 'wrongSignIn'],
  [/^POST \/api\/auth\/login$/, 503, (said, wait) => (wait === null ? said.secondFactorAway : said.busy)],
  [/^POST \/api\/auth\/login\/2fa$/, 401, 'wrongCodeAtSignIn'],
  // What passes by itself says when: neither a lost secret nor models that are missing do.
  [/^\w+ \/api\/auth\/.*2fa$/, 503, (said, wait) => (wait === null ? said.codesLost : said.busy)],
  [/^POST \/api\/auth\/2fa\/enroll$/, 403, 'wrongPassword'],
  [/^POST \/api\/auth\/2fa\/enroll$/, 409, 'secondFactorOn'],
  [/^POST \/api\/auth\/2fa\/confirm$/, 400, 'wrongCode'],
  [/^POST \/api\/auth\/2fa\/confirm$/, 409, 'beginEnrolmentAnew'],
  [/^POST \/api\/auth\/2fa\/confirm$/, 503, 'beginEnrolmentAnew'],
  [/^DELETE \/api\/auth\/2fa$/, 400, 'wrongCode'],
  [/^DELETE \/api\/auth\/2fa$/, 403, 'wrongPassword'],
  [/^DELETE \/api\/auth\/2fa$/, 409, 'secondFactorOff'],
  [/^POST \/api\/auth\/password$/, 400, 'badPassword'],
  [/^POST \/api\/auth\/password$/, 403, 'wrongCurrentPassword'],
  [/^PATCH \/api\/auth\/me$/, 400, 'badName'],
  [/^DELETE \/api\/auth\/sessions\//, 404, 'noSuchSession'],

  [/^POST \/api\/people\/\d+\/name$/, 400, 'badName'],
  [/^POST \/api\/faces\/\d+\/person$/, 400, 'badName'],
  [/^\w+ \/api\/people\/\d+/, 404, 'noSuchPerson'],
  [/^POST \/api\/people\/merges\/\d+\/undo$/, 404, 'noSuchMerge'],
  [/^POST \/api\/people\/merges\/\d+\/undo$/, 409, 'mergedSince'],
  [/^\w+ \/api\/faces\//, 404, 'noSuchFace'],
  [/^PATCH \/api\/photos$/, 400, 'badTag'],
  [/^\w+ \/api\/photos\/[^/]+$/, 404, 'noSuchPhoto'],

  [/^POST \/api\/search\/face$/, 400, 'pictureCutOff'],
  [/^POST \/api\/search\/face$/, 413, 'pictureTooLarge'],
  [/^POST \/api\/search\/face$/, 415, 'notAPicture'],
  [/^POST \/api\/search\/face$/, 503, (said, wait) => (wait === null ? said.noFaceModels : said.busy)],

  [/^POST \/api\/admin\/users$/, 400, 'badAccount'],
  [/^POST \/api\/admin\/users$/, 409, 'usernameTaken'],
  [/^(PATCH|DELETE) \/api\/admin\/users\/\d+$/, 409, 'lastAdmin'],
  [/^(PATCH|DELETE) \/api\/admin\/users\/\d+/, 403, 'ownAccount'],
  [/^\w+ \/api\/admin\/users\/\d+/, 404, 'noSuchAccount'],
  // What else admins are told goes into details that only the server knows.
  [/^(?!\w+ \/api\/admin\/)/, 403, 'notAllowed'],
  [/^(?!\w+ \/api\/admin\/)/, 404, 'notThere'],
  [/^(?!\w+ \/api\/admin\/)/, 500, 'broken'],
  [/^(?!\w+ \/api\/admin\/)/, 502, 'storeAway'],
  [/^\w+ \/api\/photos\/[^/]+\/(?!similar$)/, 503, 'storeAway'],
  [/^(?!\w+ \/api\/admin\/)/, 503, 'busy'],
  [/^(?!\w+ \/api\/admin\/)/, 504, 'storeSlow'],
];

/**
 * The server speaks one language, and in terms of its API. This says the same to people, in theirs.
 * @returns null for what happens too rarely, or is too particular, to have a sentence here: then the server's own counts
 */
export function inOwnWords(said: Refusals, { method, path, status, retryAfter }: Refused): string | null {
  const rule = rules.find(([request, of]) => of === status && request.test(`${method} ${path}`));
  if (!rule) return null;
  const [, , says] = rule;
  return typeof says === 'function' ? says(said, retryAfter) : said[says];
}
