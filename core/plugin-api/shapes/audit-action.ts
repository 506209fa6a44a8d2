const form = /^[a-z0-9_]+(\.[a-z0-9_]+)*$/;
const longest = 64;

/** Whether the name is a valid action of the audit trail. */
export const isAuditAction = (name: unknown): boolean =>
  typeof name === 'string' && form.test(name) && name.length <= longest;
