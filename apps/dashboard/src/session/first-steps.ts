const hiddenKey = (accountId: string): string => `trunkline-first-steps-hidden-${accountId}`;
const simulatedKey = (accountId: string): string => `trunkline-first-steps-simulated-${accountId}`;

/** What this browser keeps of the first steps of an account. The API stores neither that they are hidden nor simulated calls. */
export const firstSteps = {
  areHidden: (accountId: string): boolean => localStorage.getItem(hiddenKey(accountId)) !== null,
  hide: (accountId: string): void => localStorage.setItem(hiddenKey(accountId), 'yes'),
  show: (accountId: string): void => localStorage.removeItem(hiddenKey(accountId)),
  hasSimulated: (accountId: string): boolean => localStorage.getItem(simulatedKey(accountId)) !== null,
  simulated: (accountId: string): void => localStorage.setItem(simulatedKey(accountId), 'yes'),
};
