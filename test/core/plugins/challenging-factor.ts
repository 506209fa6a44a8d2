import { randomUUID } from 'node:crypto';
import { MemorySecondFactor } from './memory-plugins.ts';

export interface Riddle {
  readonly riddle: string;
}

/** Issues a new challenge each time: a code is right for one challenge of one user. */
export class ChallengingFactor extends MemorySecondFactor {
  readonly riddles = new Map<string, number>();

  begin(userId: number): Promise<Riddle> {
    const riddle = randomUUID();
    this.riddles.set(riddle, userId);
    return Promise.resolve({ riddle });
  }

  override verify(userId: number, code: string): Promise<boolean> {
    const riddle = code.replace('answer to ', '');
    const isTheirs = this.codes.has(userId) && this.riddles.get(riddle) === userId;
    return Promise.resolve(isTheirs && this.riddles.delete(riddle));
  }
}
