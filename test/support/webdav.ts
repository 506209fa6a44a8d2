import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The real `rclone serve webdav` over a folder, and an rclone.conf with a remote of it, called `dav:`. */
export class WebDav {
  readonly folder: string;
  readonly config: string;
  readonly #child: ChildProcess;

  private constructor(root: string, child: ChildProcess, url: string) {
    this.folder = join(root, 'served');
    this.config = join(root, 'rclone.conf');
    this.#child = child;
    const password = execFileSync('rclone', ['obscure', 'a password'], { encoding: 'utf8' }).trim();
    writeFileSync(this.config, `[dav]\ntype = webdav\nurl = ${url}\nvendor = other\nuser = me\npass = ${password}\n`);
  }

  static async start(root: string): Promise<WebDav> {
    mkdirSync(join(root, 'served'), { recursive: true });
    const login = ['--user', 'me', '--pass', 'a password'];
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
      // To its end: it would die of a pipe that nobody reads.
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
        if (found) resolve(found);
      });
      child.once('exit', () => {
        reject(new Error(`rclone serves no WebDAV: ${said}`));
      });
    });
    return new WebDav(root, child, url);
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
