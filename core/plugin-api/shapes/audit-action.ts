const form = /^[a-z0-9_]+(\.[a-z0-9_]+)*$/;
const longest = 64;

/** Whether the audit trail has entries of actions of this name. */
export const isAuditAction = (name: unknown): boolean =>
  typeof name === 'string' && form.test(name) && name.length <= longest;
