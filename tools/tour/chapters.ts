import { addToCart, checkOut, makeKey, profile, saveCard, search, signUp, topUp, verify } from './buying-chapters';
import {
  callOut,
  dashboard,
  makeProfile,
  makeTrunk,
  pointNumber,
  proveLedger,
  readCdr,
  readTransaction,
  report,
  reportCallOut,
  route,
  waitingEvent,
} from './calling-chapters';
import type { Chapter } from './scene';
import { callThroughSwitch } from './switch-chapter';

/** Chapters of the tour, in order. */
export const chapters: readonly Chapter[] = [
  signUp,
  verify,
  profile,
  saveCard,
  topUp,
  makeKey,
  search('US', '&number_type=geographic&area_code=212'),
  search('GB', '&number_type=geographic'),
  search('CA', '&number_type=geographic'),
  addToCart('US', 1),
  addToCart('GB', 2),
  addToCart('CA', 3),
  checkOut,
  makeTrunk,
  makeProfile,
  pointNumber,
  route,
  report,
  readCdr,
  readTransaction,
  proveLedger,
  dashboard,
  waitingEvent,
  callOut,
  reportCallOut,
  callThroughSwitch,
];
