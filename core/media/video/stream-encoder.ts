import { access, constants } from 'node:fs/promises';
import { runProgram } from './run-program.ts';
import { renderNode, type Encoder } from './stream-command.ts';
import { videoMemory } from './untrusted-input.ts';

/** Encodes one frame on the graphics chip, and discards it. */
const trial = [
  ...['-v', 'error', '-nostdin', '-vaapi_device', renderNode, '-f', 'lavfi', '-i', 'color=size=640x360:rate=1'],
  ...['-frames:v', '1', '-vf', 'format=nv12,hwupload', '-c:v', 'h264_vaapi', '-profile:v', 'high', '-f', 'null', '-'],
];

/** The encoder of this machine, determined by a trial. */
export async function streamEncoder(ffmpeg: string): Promise<Encoder> {
  const isThere = await access(renderNode, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isThere) return 'x264';
  const { signal } = new AbortController();
  const { code } = await runProgram(ffmpeg, trial, { memory: videoMemory, seconds: 10, mostBytes: 1000, signal });
  return code === 0 ? 'vaapi' : 'x264';
}
