import { API_VERSION, type Plugin } from 'photofinch/plugin-api';
import { OneTimeTickets } from 'photofinch/plugin-api/toolkit';
import { Assertions, type WaitingChallenge } from './assertions.ts';
import { Passkeys } from './passkeys.ts';
import { Registrations } from './registrations.ts';
import { RelyingParty } from './relying-party.ts';
import { passkeyRoutes } from './routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { WebauthnSecondFactor } from './webauthn-second-factor.ts';

/** Seconds for which a challenge is valid. */
const challengeTtl = 300;

/** The most open challenges of a user with the same purpose. */
const maxPerUser = 20;

/** Passkeys (WebAuthn), as a second factor or instead of the password. Browsers do not use them on other sites. */
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
    const { accounts, options, signIn } = host;
    const clock = (): number => Math.floor(Date.now() / 1000);
    const passkeys = new Passkeys(host.state, signIn.links);
    const challenges = new OneTimeTickets<WaitingChallenge>({
      lifetime: challengeTtl,
      clock,
      ofOne: { most: maxPerUser, owner: ({ purpose, userId }) => `${purpose} ${userId}` },
    });
    const party = new RelyingParty(options['WEBAUTHN_DOMAIN']);
    const audit: typeof host.audit = (event) => {
      host.audit(event);
    };
    const assertions = new Assertions({ passkeys, challenges, party, accounts, audit, clock });
    const registrations = new Registrations({ passkeys, challenges, party, clock });
    host.provide('second-factor', new WebauthnSecondFactor({ passkeys, challenges, assertions }));
    host.provide('sign-in', {
      button: {
        label: { en: 'Sign in with a passkey', de: 'Mit Passkey anmelden', fr: 'Se connecter avec une clé d’accès' },
        start: '/plugins/auth-webauthn/sign-in.html',
      },
      // The passkey is the first factor; the finger, face or PIN that the device verifies is the second.
      provesSecondFactor: true,
      linksByItself: true,
    });
    host.routes([...passkeyRoutes({ passkeys, registrations, accounts }), ...signInRoutes({ assertions, signIn })]);
    host.pages({ folder: new URL('./pages/', import.meta.url) });
  },
};

export default plugin;
