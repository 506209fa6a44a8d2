import { API_VERSION, type Plugin } from 'photofinch/plugin-api';
import { newcomerRules } from './newcomers.ts';
import { OidcService } from './oidc-service.ts';
import { oidcRoutes, startPath } from './routes.ts';

/** Signing in with an OpenID Connect provider. */
const plugin: Plugin = {
  name: 'auth-oidc',
  version: '1.0.0',
  apiVersion: API_VERSION,
  options: {
    OIDC_ISSUER: {
      describe: 'the address of the provider, such as https://login.example.org/realms/home',
      required: true,
    },
    OIDC_CLIENT_ID: {
      describe: 'the name under which the provider knows this server, such as photofinch',
      required: true,
    },
    OIDC_CLIENT_SECRET: { describe: 'the secret that the provider gave for this server', secret: true },
    OIDC_LABEL: { describe: 'what the button says, such as Sign in with Example', default: 'Single sign-on' },
    OIDC_SCOPES: {
      describe: 'what the provider is asked for, such as openid profile email',
      default: 'openid profile email',
    },
    OIDC_SECOND_FACTOR: { describe: '1 if the provider asks for a second factor itself', default: '0' },
    OIDC_NEW_ACCOUNTS: { describe: 'the role of accounts made for people who have none: read or write' },
    OIDC_ALLOWED_GROUPS: { describe: 'the groups whose members get an account, separated by commas' },
    OIDC_ALLOWED_DOMAINS: {
      describe: 'the domains of e-mail addresses whose owners get an account, separated by commas',
    },
    OIDC_GROUPS_CLAIM: { describe: 'the claim that lists a person’s groups', default: 'groups' },
  },
  register(host) {
    const { options } = host;
    const service = new OidcService({
      issuer: issuerOf(options['OIDC_ISSUER'] ?? ''),
      clientId: options['OIDC_CLIENT_ID'] ?? '',
      clientSecret: options['OIDC_CLIENT_SECRET'],
      scopes: options['OIDC_SCOPES'] ?? '',
      clock: () => Math.floor(Date.now() / 1000),
    });
    const newcomers = newcomerRules(options);
    host.provide('sign-in', {
      button: { label: options['OIDC_LABEL'] ?? '', start: startPath },
      provesSecondFactor: switchOf(options['OIDC_SECOND_FACTOR']),
    });
    host.routes(oidcRoutes({ service, newcomers, signIn: host.signIn, log: host.log }));
  },
};

/** @throws Error for an address to which secrets would be sent unencrypted */
function issuerOf(text: string): URL {
  if (!URL.canParse(text)) throw new Error('OIDC_ISSUER must be an address such as https://login.example.org');
  const issuer = new URL(text);
  if (issuer.protocol === 'https:' || (issuer.protocol === 'http:' && isLoopback(issuer.hostname))) return issuer;
  throw new Error('OIDC_ISSUER must begin with https://; http:// is taken for this machine alone');
}

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);

function switchOf(text: string | undefined): boolean {
  if (text === '1' || text === '0') return text === '1';
  throw new Error('OIDC_SECOND_FACTOR must be 1 or 0');
}

export default plugin;
