import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { describeEventSink } from '../../../core/plugin-api/contract-tests.ts';
import {
  fakeHostOfShipped as fakeHost,
  type FakeHost,
  type FakeHostSettings,
} from '../../../core/plugin-api/fake-host/fake-host.ts';
import plugin from '../../../plugins/webhooks/index.ts';
import { until } from '../../support/until.ts';

const key = Buffer.alloc(32, 7);
const secret = `whsec_${key.toString('base64')}`;

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks. */
class Receiver {
  readonly heard: Heard[] = [];
  /** Its next responses; 204 if there are none. */
  readonly answers: (number | 'nothing' | 'endlessly')[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, answer) => {
      void (async () => {
        const pieces: Buffer[] = [];
        for await (const piece of request) pieces.push(piece as Buffer);
        receiver.heard.push({ headers: request.headers, body: Buffer.concat(pieces).toString() });
        const next = receiver.answers.shift() ?? 204;
        if (next === 'nothing') return;
        if (next === 'endlessly') {
          answer.writeHead(200);
          const more = (): void => {
            while (!answer.destroyed && answer.write(Buffer.alloc(65_536)));
          };
          answer.on('drain', more);
          more();
        } else answer.writeHead(next, { location: '/elsewhere' }).end();
      })();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook?token=hidden`;
  }

  get messages(): { type: string; data: Record<string, unknown> }[] {
    return this.heard.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('webhooks', () => {
  let receiver: Receiver;
  let fake: FakeHost | undefined;
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    await fake?.stop();
    fake = undefined;
    receiver.stop();
  });

  /** The plugin, once its queues have a start position. */
  async function start(
    environment: Record<string, string> = {},
    settings: Omit<FakeHostSettings, 'environment'> = {},
  ): Promise<FakeHost> {
    const state = settings.state ?? new Map<string, string>();
    const all = { WEBHOOKS_TO: receiver.url, WEBHOOKS_SECRET: secret, ...environment };
    fake = await fakeHost(plugin, { ...settings, state, environment: all });
    const targets = all.WEBHOOKS_TO.split(' ').length;
    await until(() => [...state.keys()].filter((one) => one.startsWith('cursor ')).length === targets);
    return fake;
  }

  it('report each event in order, signed according to Standard Webhooks', async () => {
    const { happen, deliver } = bound(await start());
    happen({ kind: 'photo.indexed', photo: 'a', at: 1_700_000_000 });
    happen({ kind: 'backup.taken', snapshot: 'index-1.sqlite3' });
    await deliver();
    await until(() => receiver.heard.length === 2);
    expect(receiver.messages.map(({ type }) => type)).to.deep.equal(['photo.indexed', 'backup.taken']);
    const { headers, body } = receiver.heard[0]!;
    expect(JSON.parse(body)).to.deep.equal({
      type: 'photo.indexed',
      timestamp: '2023-11-14T22:13:20.000Z',
      data: { photo: 'a' },
    });
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
    const signature = createHmac('sha256', key)
      .update(`${String(id)}.${String(timestamp)}.${body}`)
      .digest('base64');
    expect(headers['webhook-signature']).to.equal(`v1,${signature}`);
    expect(headers['content-type']).to.equal('application/json');
    expect(receiver.heard[1]!.headers['webhook-id']).not.to.equal(id);
  });

  const named = { kind: 'person.named', person: 7, name: 'Ann' } as const;
  const signIn = { kind: 'sign-in', userId: 3, username: 'ben', address: '192.0.2.9' } as const;
  const library = {
    photos: [
      {
        uid: 'a',
        takenAt: 0,
        place: 'Lisbon, Portugal',
        people: [
          { id: 7, name: 'Ann' },
          { id: 8, name: null },
          { id: 9, name: 'Cas' },
          { id: 10, name: 'Dee' },
        ],
      },
      { uid: 'h', hidden: true, place: 'Lisbon, Portugal' },
      { uid: 'k', keptFrom: [3], place: 'Lisbon, Portugal' },
    ],
    people: [
      { id: 7, name: 'Ann', photos: 1 },
      { id: 9, name: 'Cas', photos: 1, hidden: true },
      { id: 10, name: 'Dee', photos: 1, keptFrom: [3] },
    ],
  };

  it('omit the names of people, places and users by default', async () => {
    const { happen, deliver } = bound(await start({}, { library }));
    for (const event of [named, signIn]) happen(event);
    happen({ kind: 'photo.changed', photo: 'a' });
    await deliver();
    await until(() => receiver.heard.length === 3);
    expect(receiver.messages.map(({ data }) => data)).to.deep.equal([{ person: 7 }, { user: 3 }, { photo: 'a' }]);
  });

  it('include names if an admin enables that, but no IP addresses and nothing about restricted photos', async () => {
    const { happen, deliver } = bound(await start({ WEBHOOKS_NAMES: '1' }, { library }));
    for (const event of [named, signIn]) happen(event);
    for (const photo of ['a', 'h', 'k', 'gone']) happen({ kind: 'photo.changed', photo });
    await deliver();
    await until(() => receiver.heard.length === 6);
    const shown = { taken_at: '1970-01-01T00:00:00.000Z', place: 'Lisbon, Portugal', people: ['Ann'] };
    expect(receiver.messages.map(({ data }) => data)).to.deep.equal([
      ...[
        { person: 7, name: 'Ann' },
        { user: 3, username: 'ben' },
      ],
      ...[{ photo: 'a', ...shown }, { photo: 'h' }, { photo: 'k' }, { photo: 'gone' }],
    ]);
    expect(JSON.stringify(receiver.messages)).not.to.contain('192.0.2.9');
  });

  it('omit the name of a person who is hidden, restricted for a user, or deleted', async () => {
    const { happen, deliver } = bound(await start({ WEBHOOKS_NAMES: '1' }, { library }));
    const people = [
      [9, 'Cas'],
      [10, 'Dee'],
      [11, 'Eve'],
      [7, 'Ann'],
    ] as const;
    for (const [person, name] of people) happen({ kind: 'person.named', person, name });
    await deliver();
    await until(() => receiver.heard.length === 4);
    expect(receiver.messages.map(({ data }) => data)).to.deep.equal([
      ...[{ person: 9 }, { person: 10 }, { person: 11 }],
      { person: 7, name: 'Ann' },
    ]);
  });

  it('report only the events that an admin has chosen', async () => {
    const { happen, deliver } = bound(await start({ WEBHOOKS_EVENTS: 'photo.gone, sign-in' }));
    happen({ kind: 'photo.indexed', photo: 'a' });
    happen({ kind: 'photo.gone', photo: 'a' });
    await deliver();
    await until(() => receiver.heard.length === 1);
    expect(receiver.messages[0]).to.include({ type: 'photo.gone' });
  });

  it('store the position up to which events were delivered', async () => {
    const state = new Map<string, string>();
    const { happen, deliver } = bound(await start({}, { state }));
    happen({ kind: 'photo.gone', photo: 'a' });
    await deliver();
    await until(() => receiver.heard.length === 1);
    await until(() => [...state.values()].includes('e1'));
  });

  it('reach the other addresses while one fails, which is logged without its path', async () => {
    const other = await Receiver.start();
    try {
      receiver.answers.push(302);
      const { happen, deliver } = bound(await start({ WEBHOOKS_TO: `${receiver.url} ${other.url}` }));
      happen({ kind: 'photo.gone', photo: 'a' });
      happen({ kind: 'photo.gone', photo: 'b' });
      await deliver();
      await until(() => other.heard.length === 2);
      await until(() => fake!.logged.some(({ level }) => level === 'warn'));
      expect(receiver.heard).to.have.length(1);
      expect(JSON.stringify(fake!.logged)).to.contain('redirects are not followed').and.not.to.contain('hidden');
    } finally {
      other.stop();
    }
  });

  it('state the number of addresses in their check', async () => {
    const detailFor = async (addresses: string) =>
      (await (await start({ WEBHOOKS_TO: addresses })).check('webhooks')).detail;
    expect(await detailFor(receiver.url)).to.equal('1 address is told what happens.');
    await fake!.stop();
    expect(await detailFor(`${receiver.url} ${receiver.url}&two`)).to.equal('2 addresses are told what happens.');
  });

  it('do not read an endless response', async () => {
    receiver.answers.push('endlessly');
    const { happen, deliver } = bound(await start());
    for (const photo of ['a', 'b']) happen({ kind: 'photo.gone', photo });
    await deliver();
    await until(() => receiver.heard.length === 2);
  });

  it('stop with the server, although a receiver does not respond', async () => {
    receiver.answers.push('nothing');
    const { happen, deliver } = bound(await start());
    happen({ kind: 'photo.gone', photo: 'a' });
    await deliver();
    await until(() => receiver.heard.length === 1);
    await fake!.stop();
  });

  describe('as an event sink', () => {
    describeEventSink(async () => {
      const host = await start();
      return {
        sink: host.provided('event-sink'),
        happen: (event) => host.happen(event),
        actedOn: async (events) => {
          await until(() => receiver.heard.length >= events.length);
          const told = receiver.heard.map(({ headers }) => String(headers['webhook-id']).split('_')[2]);
          expect(told).to.deep.equal(events.map(({ cursor }) => cursor));
        },
      };
    });
  });

  describe('reject invalid settings:', () => {
    const wrong: Readonly<Record<string, readonly [Record<string, string>, string]>> = {
      'no address': [{ WEBHOOKS_TO: 'my hook' }, 'address 1 of WEBHOOKS_TO is none'],
      'another protocol': [{ WEBHOOKS_TO: 'ftp://example.org' }, 'address 1 of WEBHOOKS_TO is none'],
      'a password in an address': [{ WEBHOOKS_TO: 'https://me:word@example.org' }, 'has a user name or password'],
      'the address of cloud metadata services': [{ WEBHOOKS_TO: 'http://169.254.169.254/' }, 'no receiver can be'],
      'the same in another notation': [{ WEBHOOKS_TO: 'http://[::ffff:a9fe:a9fe]/' }, 'no receiver can be'],
      'a short secret': [{ WEBHOOKS_SECRET: 'whsec_aGVsbG8=' }, 'openssl rand'],
      'an unknown event': [{ WEBHOOKS_EVENTS: 'photo.liked' }, 'photo.indexed'],
      'a flag other than 0 or 1': [{ WEBHOOKS_NAMES: 'please' }, 'WEBHOOKS_NAMES must be 0 or 1'],
    };
    for (const [what, [environment, words]] of Object.entries(wrong)) {
      it(what, async () => {
        const all = { WEBHOOKS_TO: receiver.url, WEBHOOKS_SECRET: secret, ...environment };
        const refused = await fakeHost(plugin, { environment: all }).then(
          () => 'nothing',
          (error: unknown) => (error as Error).message,
        );
        expect(refused).to.contain(words);
      });
    }
  });
});

/** The methods of the host, bound to it. */
const bound = (fake: FakeHost): Pick<FakeHost, 'happen' | 'deliver'> => ({
  happen: (event) => fake.happen(event),
  deliver: (options) => fake.deliver(options),
});
