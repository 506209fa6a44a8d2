import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { outputOf } from '../support/child-process.ts';

/** Runs the health check of a container with these settings. */
async function check(settings: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  const env = { PATH: process.env['PATH'], ...settings };
  return outputOf(spawn(process.execPath, ['docs/deploy/health.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

describe('the health check of the containers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const socket = join(folder, 'bridge.sock');
  const [token, tokenFile] = ['t'.repeat(32), join(folder, 'token')];
  let service: Server;
  let bridge: Server;
  let port: number;
  let broken = false;

  before(async () => {
    writeFileSync(tokenFile, `${token}\n`);
    service = createServer(({ url }, response) => {
      response.writeHead(url === '/api/health' && !broken ? 200 : 500).end('{"ok":true}');
    }).listen(0, '127.0.0.1');
    bridge = createServer(({ url, headers }, response) => {
      const known = url === '/v1/health' && headers.authorization === `Bearer ${token}`;
      response.writeHead(known ? 200 : 401).end('{}');
    }).listen(socket);
    await Promise.all([once(service, 'listening'), once(bridge, 'listening')]);
    port = (service.address() as AddressInfo).port;
  });
  after(() => {
    for (const server of [service, bridge]) server.close().closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  it('succeeds if the server is healthy, and fails if it responds with an error', async () => {
    expect((await check({ PORT: `${port}` })).code).to.equal(0);
    broken = true;
    const ill = await check({ PORT: `${port}` });
    expect(ill.code).to.equal(1);
    expect(ill.stderr).to.contain('500');
  });

  it('succeeds for a bridge on a socket with the right token, given directly or in a file', async () => {
    const at = { BRIDGE_LISTEN: `unix:${socket}` };
    expect((await check({ ...at, BRIDGE_TOKEN: token })).code).to.equal(0);
    expect((await check({ ...at, BRIDGE_TOKEN_FILE: tokenFile })).code).to.equal(0);
    expect((await check({ ...at, BRIDGE_TOKEN: 'another' })).code).to.equal(1);
  });

  it('fails if nothing listens, or if the server never responds', async () => {
    expect((await check({ BRIDGE_LISTEN: `unix:${folder}/none.sock`, BRIDGE_TOKEN: token })).code).to.equal(1);
    const mute = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const ill = await check({ PORT: `${(mute.address() as AddressInfo).port}` });
    mute.close().closeAllConnections();
    expect(ill.code).to.equal(1);
    expect(ill.stderr).to.contain('does not answer');
  });
});
