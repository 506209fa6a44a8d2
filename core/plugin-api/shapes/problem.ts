/** A problem and its remedy, to follow the plugin's name. */
export type Problem = readonly [problem: string, remedy: string];
