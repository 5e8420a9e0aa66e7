const keyOf = (accountId: string): string => `trunkline-first-steps-hidden-${accountId}`;

/** Whether this browser hides the first steps of an account, which the API does not store. */
export const firstSteps = {
  areHidden: (accountId: string): boolean => localStorage.getItem(keyOf(accountId)) !== null,
  hide: (accountId: string): void => localStorage.setItem(keyOf(accountId), 'yes'),
  show: (accountId: string): void => localStorage.removeItem(keyOf(accountId)),
};
