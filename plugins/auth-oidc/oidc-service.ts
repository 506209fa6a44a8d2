import * as oidc from 'openid-client';
import type { Claims } from './newcomers.ts';

interface Settings {
  readonly issuer: URL;
  readonly clientId: string;
  /** Undefined for a client without a secret; PKCE is used with either. */
  readonly clientSecret: string | undefined;
  /** Separated by spaces. */
  readonly scopes: string;
}

/** What a browser keeps between leaving for the provider and coming back. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Of a user who wants to link their account. */
  readonly link?: string | undefined;
}

/** Seconds that the provider has to answer. */
const timeLimit = 10;

/** An OpenID Connect provider, by the authorization code flow with PKCE, state and nonce. */
export class OidcService {
  readonly #settings: Settings;
  #found: Promise<oidc.Configuration> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Begins a sign-in. @returns where the browser goes, and what it keeps */
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
   * Ends a sign-in.
   * @param current the whole address to which the provider led back
   * @returns what the provider says of whoever signed in; `iss` and `sub` are verified
   * @throws Error of openid-client for an answer that does not fit the flow, or that the provider does not stand by
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
    const more = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
    return { ...more, ...claims };
  }

  /** The provider's addresses and keys, at first use: a provider that is away keeps no server from starting. */
  #discover(): Promise<oidc.Configuration> {
    this.#found ??= this.#ask().catch((error: unknown) => {
      this.#found = undefined;
      throw error;
    });
    return this.#found;
  }

  #ask(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    return oidc.discovery(issuer, clientId, clientSecret, clientSecret === undefined ? oidc.None() : undefined, {
      timeout: timeLimit,
      // Of this machine alone, see the options.
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so for it to stand out
      ...(issuer.protocol === 'http:' && { execute: [oidc.allowInsecureRequests] }),
    });
  }
}
