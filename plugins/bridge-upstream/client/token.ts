import { readFileSync } from 'node:fs';

/** Characters of a token in an `Authorization` header (RFC 6750, section 2.1). */
const bearerToken = /^[A-Za-z0-9._~+/-]+=*$/;

/**
 * The bridge's token, from one of the two settings that may contain it.
 * @throws Error of one sentence, without the token
 */
export function readToken(options: { token: string | undefined; file: string | undefined }): string {
  const { token, file } = options;
  if (token !== undefined && file !== undefined) {
    throw new Error('BRIDGE_TOKEN and BRIDGE_TOKEN_FILE are both set: set one of them');
  }
  if (token === undefined && file === undefined) {
    throw new Error(
      'BRIDGE_URL needs BRIDGE_TOKEN or BRIDGE_TOKEN_FILE: set it to the token that the bridge was given',
    );
  }
  const name = token === undefined ? 'BRIDGE_TOKEN_FILE' : 'BRIDGE_TOKEN';
  const value = (token ?? readTokenFile(file ?? '')).trim();
  if (!bearerToken.test(value)) {
    throw new Error(`${name} is no token: it must be letters, digits and . _ ~ + / - =, without spaces in between`);
  }
  return value;
}

function readTokenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new Error(`BRIDGE_TOKEN_FILE cannot be read (${code}): name a file that this server may read`, {
      cause: error,
    });
  }
}
