import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { obscure } from './rclone.ts';

/** The real `rclone serve webdav` over a folder, and an rclone.conf with a remote for it, named `dav:`. */
export class WebDav {
  readonly folder: string;
  readonly config: string;
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(root: string, child: ChildProcess, { url, password }: { url: string; password: string }) {
    this.url = url;
    this.folder = join(root, 'served');
    this.config = join(root, 'rclone.conf');
    this.#child = child;
    const pass = obscure(password);
    writeFileSync(this.config, `[dav]\ntype = webdav\nurl = ${url}\nvendor = other\nuser = me\npass = ${pass}\n`);
  }

  static async start(root: string, password = 'a password'): Promise<WebDav> {
    mkdirSync(join(root, 'served'), { recursive: true });
    const login = ['--user', 'me', '--pass', password];
    const child = spawn(
      'rclone',
      [
        '--config',
        '',
        'serve',
        'webdav',
        '--addr',
        '127.0.0.1:0',
        '--dir-cache-time',
        '1ms',
        ...login,
        join(root, 'served'),
      ],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      // Is read to its end: the process would die of a closed pipe.
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
        if (found) resolve(found);
      });
      child.once('exit', () => {
        reject(new Error(`rclone serves no WebDAV: ${said}`));
      });
    });
    return new WebDav(root, child, { url, password });
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
