import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { endProcess } from '../../support/child-process.ts';
import { asBridge } from '../../support/program-at-port.ts';
import { fromSource } from '../../support/programs.ts';

describe('proton-faces with a TLS certificate for another name', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-tls-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function certificate(name: string): { key: Buffer; cert: Buffer } {
    const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'pipe' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  }

  it('is unreachable, until it has the right one', async function () {
    if (spawnSync('openssl', ['version']).status !== 0) {
      console.log('      (openssl is not installed)');
      this.skip();
    }
    const right = certificate('localhost');
    const wrong = certificate('elsewhere.test');
    const trusted = join(folder, 'trusted.pem');
    writeFileSync(trusted, Buffer.concat([right.cert, wrong.cert]));
    const server = createServer(wrong, asBridge).listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const program = join(import.meta.dirname, '../../fixtures/asking-process.ts');
    const child = fork(program, [`https://localhost:${port}`], {
      execArgv: fromSource(program).slice(0, -1),
      env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted },
    });
    const ask = async (): Promise<unknown> => {
      child.send('ask');
      const [outcome] = (await once(child, 'message')) as [unknown];
      return outcome;
    };
    try {
      // More often than there are connections.
      for (let i = 0; i < 5; i += 1) {
        expect(await ask()).to.equal('unreachable: ERR_TLS_CERT_ALTNAME_INVALID');
      }
      server.setSecureContext(right);
      expect(await ask()).to.equal('answered');
      expect(await ask()).to.equal('answered');
    } finally {
      await endProcess(child, 'SIGKILL');
      server.closeAllConnections();
      server.close();
    }
  });
});
