/** Unnamed groups, then faces with a likely person, then all other faces. */
export const namingStages = ['groups', 'likely', 'rest'] as const;
export type NamingStage = (typeof namingStages)[number];
