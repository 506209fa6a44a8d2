/** How far photos were read, for sources whose originals are slow to read. */
export const levels = {
  title: 'What has been read so far',
  hint: 'Reading originals from this photo store is costly. So Photofinch reads previews first, then the details in the files, and the originals little by little.',
  thumbnails: 'Previews',
  heads: 'Details in the files',
  originals: 'Originals',
  of: (done: string, total: string) => `${done} of ${total}`,
  daysLeft: (budget: string, days: string, isOne: boolean) =>
    `At ${budget} a day, the originals take about ${isOne ? 'one more day' : `${days} more days`}.`,
  today: (bytes: string) => `${bytes} read today.`,
  stopped: 'No originals are read, since ORIGINALS_BUDGET is 0.',
};

export type LevelsStrings = typeof levels;
