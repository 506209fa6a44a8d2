import { expect } from 'chai';

const onEveryAnswer = {
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
};

const toGuests = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow, noarchive' };

/** Texts that would reveal details of the machine, the program or its files. */
const inside =
  /node_modules|SQLITE|\bSELECT\b|\.[jt]s\b|\bat \S+ \(|\/(home|tmp|work|usr|var)\/|Error:|undefined|\[object/;

/** The path of a response that is only about the world, not about photos. */
const ofTheWorld = ' /api/map/towns?';

/**
 * Verifies what the contract says of all responses.
 * @param where the request and its sender, for the message
 * @returns the response's text
 */
export async function expectProperAnswer(answer: Response, where: string): Promise<string> {
  const { status, headers } = answer;
  const all = Object.fromEntries(headers);
  expect(all, where).to.include(
    /\s\/(s|api\/shared)\//.test(where) ? { ...onEveryAnswer, ...toGuests } : onEveryAnswer,
  );
  expect(
    Object.keys(all).filter((name) => /^access-control|^server$|^x-powered-by$/.test(name)),
    where,
  ).to.deep.equal([]);
  expect(headers.get('www-authenticate'), where).to.equal(status === 401 ? 'Bearer' : null);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  const kept = status === 200 && where.includes(ofTheWorld) ? 'private, max-age=86400' : 'no-store';
  if (isJson) expect(headers.get('cache-control'), where).to.equal(kept);
  if (status < 400) return isJson ? bytes.toString() : '';
  expect(isJson, `${where} answered ${status} with ${String(headers.get('content-type'))}`).to.equal(true);
  // Signing out of an expired session clears the cookie.
  expect(headers.get('set-cookie') ?? '', where).to.match(/^(pf_refresh=; Max-Age=0; [^,]*,[^,]*)?$/);
  // The response to HEAD is that to GET without its body.
  if (bytes.length > 0) expectSentence(bytes.toString(), where);
  return bytes.toString();
}

function expectSentence(text: string, where: string): void {
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(Object.keys(body), where).to.deep.equal(['detail']);
  expect(body['detail'], where)
    .to.be.a('string')
    .that.matches(/\S.*[.:!?]$/s);
  expect(body['detail'], where).not.to.match(inside);
}
