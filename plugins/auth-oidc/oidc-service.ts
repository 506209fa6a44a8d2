import * as oidc from 'openid-client';
import type { Claims } from './newcomers.ts';

interface Settings {
  readonly issuer: URL;
  readonly clientId: string;
  /** Undefined for a client without a secret; PKCE is used with either. */
  readonly clientSecret: string | undefined;
  /** Separated by spaces. */
  readonly scopes: string;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** The state of a sign-in, needed when the browser returns from the provider. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  /** PKCE. */
  readonly verifier: string;
  /** The text of `?link=…`, for a user who links their account. */
  readonly link?: string | undefined;
}

/** Seconds in which the provider has to respond. */
const timeLimit = 10;

/** Seconds after which the provider's metadata are read again: its addresses or keys may have changed. */
const freshFor = 3600;

/** Seconds after a failure in which the provider is not contacted again, since anyone can start sign-ins. */
const pauseAfterFailure = 30;

/** An OpenID Connect provider, with the authorization code flow, PKCE, state and nonce. */
export class OidcService {
  readonly #settings: Settings;
  #known: oidc.Configuration | undefined;
  #reading: Promise<void> | undefined;
  #failure: unknown;
  /** Epoch seconds. */
  #readAgainAt = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Begins a sign-in.
   * @returns the provider's address for the browser, and the flow, which `finish` needs
   * @throws Error of openid-client when the provider cannot be reached
   */
  async begin(redirectUri: string, link: string | undefined): Promise<{ to: string; flow: Flow }> {
    const config = await this.#discover();
    const flow = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      link,
    };
    const to = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: this.#settings.scopes,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    });
    return { to: to.href, flow };
  }

  /**
   * Completes a sign-in.
   * @param current the full URL to which the browser returned
   * @returns the claims of the user; `iss` and `sub` are verified
   * @throws Error of openid-client for a response that does not match the flow, or is not signed by the provider
   */
  async finish(current: URL, { state, nonce, verifier }: Flow): Promise<Claims & { iss: string; sub: string }> {
    const config = await this.#discover();
    const tokens = await oidc.authorizationCodeGrant(config, current, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('The provider has sent no ID token.');
    if (config.serverMetadata().userinfo_endpoint === undefined) return claims;
    const userInfo = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
    return { ...userInfo, ...claims };
  }

  /**
   * The provider's metadata. It is read on first use, since an unreachable provider must not prevent the server from
   * starting, and again every hour. If that fails, the old metadata is used.
   */
  async #discover(): Promise<oidc.Configuration> {
    const wait = this.#readAgainAt - this.#settings.clock();
    // A longer wait than any is of a clock that was ahead.
    if (wait <= 0 || wait > freshFor) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    if (!this.#known) throw this.#failure;
    return this.#known;
  }

  async #read(): Promise<void> {
    let pause = freshFor;
    try {
      this.#known = await this.#ask();
    } catch (error) {
      this.#failure = error;
      pause = pauseAfterFailure;
    }
    this.#readAgainAt = this.#settings.clock() + pause;
  }

  #ask(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    return oidc.discovery(issuer, clientId, clientSecret, clientSecret === undefined ? oidc.None() : undefined, {
      timeout: timeLimit,
      execute: [
        // Verifies the signatures of ID tokens as well, and does not rely on the connection alone.
        oidc.enableNonRepudiationChecks,
        // Only for a provider on this machine: see the options.
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so for it to stand out
        ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    });
  }
}
