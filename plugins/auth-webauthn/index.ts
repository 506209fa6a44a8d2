import { API_VERSION, type Plugin } from 'photofinch/plugin-api';
import { Assertions } from './assertions.ts';
import { Challenges } from './challenges.ts';
import { Entries } from './entries.ts';
import { EntryChallenges } from './entry-challenges.ts';
import { entryRoutes } from './entry-routes.ts';
import { Passkeys } from './passkeys.ts';
import { Registrations } from './registrations.ts';
import { RelyingParty } from './relying-party.ts';
import { passkeyRoutes } from './routes.ts';
import { Signatures } from './signatures.ts';
import { WebauthnSecondFactor } from './webauthn-second-factor.ts';

/** Passkeys (WebAuthn): after the password, or in place of it. No other site can ask for them. */
const plugin: Plugin = {
  name: 'auth-webauthn',
  version: '1.0.0',
  apiVersion: API_VERSION,
  options: {
    WEBAUTHN_DOMAIN: {
      describe: 'the domain that passkeys are made for, such as photos.example; default: that of the address in use',
    },
  },
  register(host) {
    const { accounts, log, options, signIn, state } = host;
    const clock = (): number => Math.floor(Date.now() / 1000);
    const passkeys = new Passkeys(state);
    const challenges = new Challenges(clock);
    const party = new RelyingParty(options['WEBAUTHN_DOMAIN']);
    const signatures = new Signatures({ passkeys, log, clock });
    const assertions = new Assertions({ passkeys, challenges, party, signatures });
    const entries = new Entries({ passkeys, challenges: new EntryChallenges(clock), party, signatures });
    host.provide('second-factor', new WebauthnSecondFactor({ passkeys, challenges, assertions }));
    host.provide('sign-in', {
      button: {
        label: { en: 'Sign in with a passkey', de: 'Mit Passkey anmelden', fr: 'Se connecter avec une clé d’accès' },
        start: '/plugins/auth-webauthn/sign-in.html',
      },
      // The passkey is one, and the finger, face or PIN that the device asked for is the other.
      provesSecondFactor: true,
      linksByItself: true,
    });
    host.routes([
      ...passkeyRoutes({
        passkeys,
        registrations: new Registrations({ passkeys, challenges, party, clock }),
        accounts,
      }),
      ...entryRoutes({ entries, signIn }),
    ]);
    host.pages({ folder: new URL('./pages/', import.meta.url) });
  },
};

export default plugin;
