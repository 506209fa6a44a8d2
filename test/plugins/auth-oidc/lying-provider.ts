import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The false statements of a provider; whatever is absent is true. */
export interface Lie {
  /** Claims of the ID token. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** The ID token is signed with a key that the provider does not publish. */
  readonly forged?: boolean;
  /** There is no ID token. */
  readonly missing?: boolean;
  /** The subject that the userinfo endpoint returns. */
  readonly userinfoSub?: string;
  /** The userinfo endpoint returns no e-mail address. */
  readonly nameless?: boolean;
}

const keyPair = (): { privateKey: KeyObject; publicKey: KeyObject } =>
  generateKeyPairSync('rsa', { modulusLength: 2048 });
const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A provider over real HTTP that lies as a test tells it, and counts the requests for its metadata. */
export class LyingProvider {
  lie: Lie = {};
  /** The nonce of the sign-in. */
  nonce = '';
  /** Whether all its responses are errors. */
  isAway = false;
  metadataReads = 0;
  readonly #right = keyPair();
  readonly #wrong = keyPair();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => {
      this.#answer(request, response);
    });
  }

  static async start(): Promise<LyingProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new LyingProvider(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
  }

  #answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const answers: Readonly<Record<string, () => object>> = {
      '/.well-known/openid-configuration': () => this.#metadata(),
      '/jwks': () => ({
        keys: [{ ...this.#right.publicKey.export({ format: 'jwk' }), kid: 'right', use: 'sig', alg: 'RS256' }],
      }),
      '/token': () => ({
        access_token: 'a-token',
        token_type: 'Bearer',
        ...(!this.lie.missing && { id_token: this.#idToken() }),
      }),
      '/userinfo': () => ({
        sub: this.lie.userinfoSub ?? 'anna',
        ...(!this.lie.nameless && { email: 'anna@home.example' }),
      }),
    };
    const found = this.isAway ? undefined : answers[new URL(url, this.url).pathname];
    if (this.isAway && url.startsWith('/.well-known')) this.metadataReads += 1;
    response.writeHead(found ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ? found() : {}));
  }

  #metadata(): object {
    this.metadataReads += 1;
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      userinfo_endpoint: `${this.url}/userinfo`,
      jwks_uri: `${this.url}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  #idToken(): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: this.url, sub: 'anna', aud: 'photofinch', iat: now, exp: now + 300, nonce: this.nonce },
      ...this.lie.claims,
    };
    const signed = `${json({ alg: 'RS256', kid: 'right', ...this.lie.header })}.${json(claims)}`;
    const { privateKey } = this.lie.forged ? this.#wrong : this.#right;
    return `${signed}.${createSign('sha256').update(signed).sign(privateKey).toString('base64url')}`;
  }
}
