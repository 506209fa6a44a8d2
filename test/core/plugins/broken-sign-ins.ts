import { randomUUID } from 'node:crypto';
import Joi from 'joi';
import { describeSignIn, type LastRequest } from '../../../core/plugin-api/contract-tests.ts';
import { fakeHost, type FakeBrowser } from '../../../core/plugin-api/fake-host.ts';
import {
  PluginHttpError,
  PluginReply,
  type Plugin,
  type PluginCall,
  type PluginHost,
  type SignIn,
} from '../../../core/plugin-api/index.ts';

const grant = { userId: 1, epoch: 0, name: 'a script' };

export function signInWith(broken: (known: Set<string>) => Partial<SignIn>): () => void {
  return () => {
    describeSignIn(() => {
      const known = new Set(['a-token-of-theirs']);
      const signIn: SignIn = {
        bearer: (token) => Promise.resolve(known.has(token) ? grant : null),
        ...broken(known),
      };
      const revoke = (): void => {
        known.clear();
      };
      return { signIn, token: { text: 'a-token-of-theirs', userId: 1, revoke } };
    });
  };
}

const answering = (wrong: object) => (known: Set<string>) => ({
  bearer: (token: string) => Promise.resolve(known.has(token) ? { ...grant, ...wrong } : null),
});

/**
 * Sign-in methods that each break promises, and the titles of the tests that must fail, without their common prefix.
 */
export const brokenSignIns: Readonly<Record<string, [(known: Set<string>) => Partial<SignIn>, readonly string[]]>> = {
  'starts at another site': [
    () => ({ button: { label: 'Elsewhere', start: 'https://elsewhere.example/' } }),
    [
      'as provided has a button that starts at one of the plugin’s own routes, or accepts tokens',
      'with a button starts for people who are not signed in',
    ],
  ],
  'starts at a route of the server': [
    () => ({ button: { label: 'Elsewhere', start: '/api/admin/users' } }),
    [
      'as provided has a button that starts at one of the plugin’s own routes, or accepts tokens',
      'with a button starts for people who are not signed in',
    ],
  ],
  'accepts any token': [
    () => ({ bearer: () => Promise.resolve(grant) }),
    [
      'with tokens returns null for an unknown token instead of throwing',
      'with tokens returns null for a revoked token',
    ],
  ],
  'throws for an unknown token': [
    (known) => ({
      bearer: (token) => (known.has(token) ? Promise.resolve(grant) : Promise.reject(new Error('unknown'))),
    }),
    [
      'with tokens returns null for an unknown token instead of throwing',
      'with tokens returns null for a revoked token',
    ],
  ],
  'returns the wrong user': [answering({ userId: 2 }), ['with tokens returns the user of a token']],
  'omits the epoch': [answering({ epoch: undefined }), ['with tokens returns the epoch of the user of a token']],
  'reveals the token in its name': [
    answering({ name: 'a-token-of-theirs' }),
    ['with tokens names a token without revealing it'],
  ],
  'names tokens in two lines': [answering({ name: 'one\ntwo' }), ['with tokens names a token without revealing it']],
  'grants an invalid role': [answering({ role: 'owner' }), ['with tokens grants only existing roles and scopes']],
  'grants an invalid scope': [
    answering({ scopes: ['everything'] }),
    ['with tokens grants only existing roles and scopes'],
  ],
  'accepts a revoked token': [
    () => ({ bearer: (token) => Promise.resolve(token === 'a-token-of-theirs' ? grant : null) }),
    ['with tokens returns null for a revoked token'],
  ],
};

/** A plugin whose service redirects the browser back at once, with the given state. Tests override parts of it. */
class Gate {
  /** Registered as the button. */
  readonly button: NonNullable<SignIn['button']> = { label: 'Gate', start: '/plugins/gate/start' };
  readonly host: PluginHost;

  constructor(host: PluginHost) {
    this.host = host;
  }

  start(call: PluginCall): PluginReply {
    const state = randomUUID();
    const ticket = this.host.signIn.begin(call, { state, link: call.query['link'] });
    return PluginReply.redirect(`https://service.example/?state=${state}`, 303, { cookies: { ticket } });
  }

  back(call: PluginCall): Promise<PluginReply> {
    const begun = this.host.signIn.resume(call, call.cookies['ticket'] ?? '');
    if (!begun) throw this.refusal();
    const { state, link } = begun.data as { state: string; link?: string };
    if (!this.isOf(state, call.query['state'])) throw this.refusal();
    return this.host.signIn.enter(call, { subject: this.subject(), name: 'Anna', link: this.link(link) });
  }

  isOf(state: string, given: unknown): boolean {
    return state === given;
  }

  subject(): string {
    return 'anna';
  }

  link(given: string | undefined): string | undefined {
    return given;
  }

  refusal(): Error {
    return new PluginHttpError(400, 'Begin again.');
  }
}

/** @param Broken a gate that breaks a promise @param own whether `signIn` is what the plugin provides */
export function gateWith(Broken: new (host: PluginHost) => Gate = Gate, own = true): () => void {
  return () => {
    describeSignIn(async () => {
      const plugin: Plugin = {
        ...{ name: 'gate', version: '1.0.0', apiVersion: 1 },
        register: (given) => {
          const gate = new Broken(given);
          const query = Joi.object().unknown();
          const route = { method: 'GET', access: 'none', query, answer: { media: ['text/html'] } } as const;
          given.provide('sign-in', { button: gate.button });
          given.routes([
            {
              ...{ ...route, path: '/plugins/gate/start', summary: 'Begins' },
              handler: (call) => Promise.resolve().then(() => gate.start(call)),
            },
            {
              ...{ ...route, path: '/plugins/gate/back', summary: 'Ends' },
              handler: (call) => Promise.resolve().then(() => gate.back(call)),
            },
          ]);
        },
      };
      const host = await fakeHost(plugin);
      const signIn = async (browser: FakeBrowser, start: URL): Promise<LastRequest> => {
        const query = Object.fromEntries(start.searchParams);
        const { headers = {} } = await browser.call('GET', '/plugins/gate/start', { query });
        const state = /state=(.*)/.exec(headers['location'] ?? '')?.[1];
        return { method: 'GET', path: '/plugins/gate/back', query: { state } };
      };
      const provided = host.provided('sign-in');
      return { signIn: own ? provided : { ...provided }, flow: { host, signIn }, cleanup: () => host.stop() };
    });
  };
}

const begins = 'with a button starts for people who are not signed in';
const same = 'with a button signs in the same person with the same subject each time';
const links = 'with a button links the account of the user who started it with ?link=';
const otherBrowser = 'with a button does not sign in a browser that did not start it';
const once = 'with a button signs in only once if the last request is repeated';
/** The tests that a correct sign-in button passes in addition to those of all sign-in methods. */
export const titlesWithButton = [begins, same, links, otherBrowser, once];

/** The same for sign-in methods with a button. */
export const brokenFlows: Readonly<Record<string, [declare: () => void, titles: readonly string[]]>> = {
  'differs from what its plugin provides': [gateWith(Gate, false), [begins]],
  'fails at the start of linking an account': [
    gateWith(
      class extends Gate {
        override start(call: PluginCall): PluginReply {
          if (call.query['link'] !== undefined) throw new PluginHttpError(400, 'What is this?');
          return super.start(call);
        }
      },
    ),
    [begins, links],
  ],
  'returns a different subject each time': [
    gateWith(
      class extends Gate {
        override subject(): string {
          return `anna ${Math.random()}`;
        }
      },
    ),
    [same],
  ],
  'forgets which user links an account': [
    gateWith(
      class extends Gate {
        override link(): undefined {
          return undefined;
        }
      },
    ),
    [links],
  ],
  'links every account': [
    gateWith(
      class extends Gate {
        override link(given = 'user 8'): string {
          return given;
        }
      },
    ),
    [same],
  ],
  'begins only when the browser returns': [
    gateWith(
      class extends Gate {
        override start(): PluginReply {
          return PluginReply.redirect('https://service.example/?state=none');
        }

        override back(call: PluginCall): Promise<PluginReply> {
          this.host.signIn.resume(call, this.host.signIn.begin(call));
          return this.host.signIn.enter(call, { subject: 'anna', name: 'Anna' });
        }
      },
    ),
    [links, otherBrowser, once],
  ],
  'accepts the response to another sign-in': [
    gateWith(
      class extends Gate {
        override isOf(): boolean {
          return true;
        }
      },
    ),
    [otherBrowser],
  ],
  'fails with an internal error for an invalid ticket': [
    gateWith(
      class extends Gate {
        override refusal(): Error {
          return new Error('no ticket');
        }
      },
    ),
    [otherBrowser, once],
  ],
  'signs in every browser': [
    gateWith(
      class extends Gate {
        override back(call: PluginCall): Promise<PluginReply> {
          return this.host.signIn.enter(call, { subject: 'anna', name: 'Anna' });
        }
      },
    ),
    [same, links, otherBrowser, once],
  ],
};
