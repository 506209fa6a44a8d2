import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { ProcessBroken } from '../../plugin-api/toolkit/index.ts';
import { runProgram } from './run-program.ts';

/** The paths of the programs that read videos. */
export interface VideoPrograms {
  /** Paths. */
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** For example `5.1.9-0+deb12u1`. */
  readonly version: string;
}

/** Milliseconds after which missing programs are searched again, since they may have been installed. */
const searchAgainAfter = 60_000;

const memory = 512 * 1024 * 1024;

/** Finds ffmpeg and ffprobe on this machine: they are installed separately. */
export class ProgramFinder {
  readonly #path: string;
  #found: Promise<VideoPrograms | null> | undefined;
  #known: VideoPrograms | null | undefined;
  #searchedAt = -Infinity;

  /** @param path folders, as in the environment variable `PATH` */
  constructor(path = process.env['PATH'] ?? '') {
    this.#path = path;
  }

  /** @returns null if one of them is missing or does not run, or if the system starts no program now */
  async find(): Promise<VideoPrograms | null> {
    if (this.#known === null && performance.now() - this.#searchedAt > searchAgainAfter) this.#found = undefined;
    const search = (this.#found ??= this.#search());
    try {
      return await search;
    } catch (error) {
      // Says nothing about the programs: the next call searches again.
      if (this.#found === search) this.#found = undefined;
      if (error instanceof ProcessBroken) return null;
      throw error;
    }
  }

  /** To be called if the programs no longer run: they are then searched again. */
  forget(): void {
    this.#known = null;
    this.#found = Promise.resolve(null);
    this.#searchedAt = performance.now();
  }

  async #search(): Promise<VideoPrograms | null> {
    this.#searchedAt = performance.now();
    const [ffmpeg, ffprobe] = await Promise.all([this.#pathOf('ffmpeg'), this.#pathOf('ffprobe')]);
    const [version, other] = ffmpeg && ffprobe ? await Promise.all([ffmpeg, ffprobe].map(versionOf)) : [];
    this.#known = ffmpeg && ffprobe && version && other ? { ffmpeg, ffprobe, version } : null;
    return this.#known;
  }

  async #pathOf(name: string): Promise<string | null> {
    const file = process.platform === 'win32' ? `${name}.exe` : name;
    for (const folder of this.#path.split(delimiter).filter((part) => part !== '')) {
      const path = join(folder, file);
      const isThere = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isThere) return path;
    }
    return null;
  }
}

async function versionOf(program: string): Promise<string | null> {
  const options = { memory, seconds: 20, mostBytes: 64 * 1024, signal: new AbortController().signal };
  const { code, output } = await runProgram(program, ['-version'], options);
  return code === 0 ? (/^\S+ version (\S+)/.exec(output.toString('utf8'))?.[1] ?? null) : null;
}
