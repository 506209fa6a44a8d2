import { mock } from 'node:test';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { Upload } from '../../core/http/pipeline/upload.ts';
import { uploadForm } from '../support/upload-form.ts';

const rules = { part: 'file', maxBytes: 1_000_000, mediaTypes: ['image/jpeg'] };

describe('an upload', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  const start = async (): Promise<{ body: PassThrough; payload: Buffer; read: Promise<Uint8Array | Error> }> => {
    const { payload, headers } = await uploadForm({ file: new Uint8Array(90_000) });
    const body = new PassThrough();
    const read = new Upload(body, headers, rules)
      .read(new AbortController().signal)
      .catch((error: unknown) => error as Error);
    return { body, payload, read };
  };
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('is aborted if nothing arrives for ten seconds', async () => {
    const { body, payload, read } = await start();
    body.write(payload.subarray(0, 1000));
    await turn();
    mock.timers.tick(10_000);
    expect(await read).to.include({ kind: 'bad_input', message: 'The upload came too slowly: try again.' });
  });

  it('is read to its end if it continues slowly', async () => {
    const { body, payload, read } = await start();
    for (let at = 0; at < payload.length; at += 20_000) {
      body.write(payload.subarray(at, at + 20_000));
      await turn();
      mock.timers.tick(9000);
    }
    body.end();
    expect(await read).to.have.property('length', 90_000);
  });
});
