import { isSourceError, SourceError } from '../../plugin-api/errors.ts';
import { PhotoError } from '../photo-error.ts';
import type { ProgramEnd } from './run-program.ts';
import { LoanSpent, type Loan } from './source-tap.ts';

const reasons = {
  noPicture: ['There is no picture in this video.', 'damaged'],
  unknown: ['The file is not a video: its content is of no known format.', 'unsupported'],
  undecodable: ['The pictures of this video are coded in a way that is not known here.', 'unsupported'],
  tooMuch: ['The pictures of this video stand too far apart in its file to read one.', 'too_large'],
  memory: ['Reading the video takes more memory than it may.', 'too_large'],
  broken: ['The program that reads videos broke down over this file.', 'unreadable'],
  damaged: ['The video is damaged: its content cannot be read.', 'damaged'],
} as const;

/** Why a video cannot be shown. */
export function refuse(reason: keyof typeof reasons): PhotoError {
  const [message, fault] = reasons[reason];
  return new PhotoError(message, fault);
}

/**
 * Why a program has read nothing: because of the source, or of the video. The program's own messages are not for people.
 * @param seconds the program's timeout
 */
export function videoError({ code, timedOut, complaint }: ProgramEnd, loan: Loan, seconds: number): Error {
  const { failure } = loan;
  if (isSourceError(failure) || failure instanceof PhotoError) return failure;
  // The caller decides whether the source or the video is slow.
  if (timedOut) return new SourceError('timeout', `Reading the video took longer than ${seconds} seconds.`);
  if (failure instanceof LoanSpent) return refuse('tooMuch');
  if (/not on whitelist|Protocol .* not/i.test(complaint)) return refuse('unknown');
  if (complaint.includes('Cannot allocate memory')) return refuse('memory');
  if (/Decoder .*not found|no decoder/i.test(complaint)) return refuse('undecodable');
  return refuse(code === null ? 'broken' : 'damaged');
}
