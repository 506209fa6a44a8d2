import { expect } from 'chai';
import { startTestApp, type TestApp } from '../support/app.ts';

const MB = 1024 * 1024;

describe('an upload that is refused', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.stop());

  const send = async (bytes: number, token: string): Promise<{ status: number; detail: string }> => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), 'picture.jpg');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${app.url}/api/search/face`, { method: 'POST', headers, body });
    return { status: answer.status, ...((await answer.json()) as { detail: string }) };
  };

  for (const size of [1000, 2 * MB, 20 * MB]) {
    it(`of ${size} bytes gets a response with the reason, although the rest of it is not read`, async () => {
      const refusal = await send(size, app.token('read'));
      expect(refusal).to.include({ status: 503 });
      expect(refusal.detail).to.include('models');
      expect((await send(size, 'wrong')).status).to.equal(401);
    });
  }

  it('gets a message with the limit if it is too large', async () => {
    expect(await send(30 * MB, app.token('read'))).to.deep.equal({
      status: 413,
      detail: 'The file is larger than 20 MiB.',
    });
  });

  it('does not block the server for others', async () => {
    await Promise.all(Array.from({ length: 10 }, () => send(5 * MB, 'wrong')));
    expect((await app.call('GET', '/api/health')).statusCode).to.equal(200);
  });
});
