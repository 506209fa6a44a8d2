import { Readable } from 'node:stream';
import { expect } from 'chai';
import Joi from 'joi';
import { fakeHost } from '../../../core/plugin-api/fake-host.ts';
import type { FakeAnswer } from '../../../core/plugin-api/fake-host/fake-routes.ts';
import {
  PluginHttpError,
  PluginReply,
  type PluginHttpStatus,
  type PluginRoute,
} from '../../../core/plugin-api/index.ts';
import { messageOf, pluginOf } from './tried-plugin.ts';

const json = Joi.any();
const media = { media: ['application/octet-stream', 'text/plain'] };

/** The response of a route with this handler. */
async function answerOf(answer: PluginRoute['answer'], handle: () => unknown): Promise<FakeAnswer> {
  const fake = await fakeHost(
    pluginOf((host) => {
      const handler: PluginRoute['handler'] = async () => Promise.resolve(handle());
      host.routes([{ method: 'GET', path: '/api/tried', access: 'none', summary: 'Tries', answer, handler }]);
    }),
  );
  try {
    return await fake.call('GET', '/api/tried');
  } finally {
    await fake.stop();
  }
}

const text = (content: string, objectMode: boolean): Readable => Readable.from([Buffer.from(content)], { objectMode });
const lengthOf = (length: number) => ({ headers: { 'content-length': String(length) } });

describe('routes of the fake host', () => {
  for (const status of [418, 500, 200]) {
    it(`reject a PluginHttpError with status ${status}, for which the server responds with 500`, async () => {
      const handle = (): never => {
        throw new PluginHttpError(status as PluginHttpStatus, 'I am a teapot.');
      };
      expect(await messageOf(answerOf(json, handle))).to.equal(
        `GET /api/tried throws a PluginHttpError of status ${status}: use 400, 403, 404, 409, 422, 503.`,
      );
    });
  }

  it('return a PluginHttpError with a permitted status unchanged', async () => {
    const handle = (): never => {
      throw new PluginHttpError(409, 'It is there already.');
    };
    expect(await answerOf(json, handle)).to.deep.equal({ status: 409, body: { detail: 'It is there already.' } });
  });

  for (const announced of [3, 7]) {
    it(`reject a stream of 5 bytes with a content-length of ${announced}`, async () => {
      const handle = () => new PluginReply(text('heron', false), lengthOf(announced));
      expect(await messageOf(answerOf(media, handle))).to.equal(
        `A stream is not of the ${announced} bytes that its content-length says.`,
      );
    });
  }

  it('accept a stream of text or bytes with the announced length', async () => {
    const body = Buffer.from('heron');
    for (const objectMode of [false, true]) {
      expect(await answerOf(media, () => new PluginReply(text('heron', objectMode), lengthOf(5)))).to.deep.include({
        body,
      });
    }
    expect(await answerOf(media, () => Readable.from(['he', 'ron']))).to.deep.equal({ status: 200, body });
  });

  it('reject a stream of objects, a failing stream, and one that was destroyed', async () => {
    const objects = () => Readable.from([{ bird: 'heron' }]);
    const sentence = 'A stream holds something that is neither bytes nor text.';
    expect(await messageOf(answerOf(media, objects))).to.equal(sentence);
    expect(await messageOf(answerOf(media, () => new PluginReply(objects())))).to.equal(sentence);
    const failing = () =>
      new Readable({
        read: (): never => {
          throw new Error('The disk is gone.');
        },
      });
    expect(await messageOf(answerOf(media, failing))).to.equal('The disk is gone.');
    expect(await messageOf(answerOf(media, () => text('heron', false).destroy()))).to.equal(
      'A stream was over before it was sent.',
    );
  });

  it('reject a stream or bytes for a route without media types, unless in a PluginReply', async () => {
    for (const body of [text('heron', false), Buffer.from('heron')]) {
      expect(await messageOf(answerOf(json, () => body))).to.equal(
        'The answer of GET /api/tried is a stream or bytes: list its types as `media`, or give a PluginReply.',
      );
    }
    expect(await answerOf(json, () => new PluginReply(text('heron', false)))).to.deep.include({ status: 200 });
  });

  for (const [kind, make] of Object.entries({
    'a web stream': () => new Response('heron').body,
    'an async generator': async function* () {
      yield await Promise.resolve('heron');
    },
    'an ArrayBuffer': () => new ArrayBuffer(5),
    'a Response': () => new Response('heron'),
    'a Blob': () => new Blob(['heron']),
    'a Map': () => new Map([['bird', 'heron']]),
  })) {
    it(`reject ${kind}, which JSON cannot represent`, async () => {
      const sentence =
        /^(The answer of GET \/api\/tried|A PluginReply) has a body of type \w+: give a stream of node:stream/;
      for (const answer of [json, media]) {
        expect(await messageOf(answerOf(answer, make))).to.match(sentence);
        expect(await messageOf(answerOf(answer, () => new PluginReply(make() as object)))).to.match(sentence);
      }
    });
  }

  it('return null if a handler returns nothing', async () => {
    for (const nothing of [null, undefined, { toJSON: () => undefined }]) {
      expect(await answerOf(json, () => nothing)).to.deep.equal({ status: 200, body: null });
    }
    expect(await messageOf(answerOf(Joi.object(), () => undefined))).to.contain(
      'something else than its `answer` says',
    );
  });
});
