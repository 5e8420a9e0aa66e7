import { CommonErrors, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import { type LoginEventFilter, LoginEventQueries, type LoginEventView } from '../../application/login-events/ports';
import { type SessionFilter, SessionQueries, type SessionView } from '../../application/sessions/ports';
import type { RecordedLoginEvent } from '../../domain/login-events/login-event';
import type { Session } from '../../domain/sessions/session';
import type { IdentityState } from '../identity-state';

const after = (a: readonly (number | string)[], b: readonly (number | string)[]): number => {
  const place = a.findIndex((each, index) => each !== b[index]);
  return place < 0 ? 0 : a[place]! < b[place]! ? 1 : -1;
};

export class MemorySessionQueries extends SessionQueries {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async list(filter: SessionFilter, page: PageRequest<'last_used_at'>): Promise<Page<SessionView>> {
    const placeOf = ({ isCurrent, lastUsedAt, id }: SessionView) => [isCurrent ? Infinity : lastUsedAt.getTime(), id];
    const last = page.after && [page.after.key === 'current' ? Infinity : page.after.key, page.after.id];
    const rows = this.liveOf(filter)
      .filter((view) => !last || after(last, placeOf(view)) < 0)
      .toSorted((a, b) => after(placeOf(a), placeOf(b)));
    return pageOf(rows, page.limit, ({ isCurrent, lastUsedAt, id }) => ({
      key: isCurrent ? 'current' : lastUsedAt.getTime(),
      id,
    }));
  }

  override async get(filter: SessionFilter, id: string): Promise<SessionView> {
    const found = this.liveOf(filter).find((each) => each.id === id);
    if (!found) throw CommonErrors.not_found();
    return found;
  }

  private liveOf({ userId, currentSessionId, now }: SessionFilter): SessionView[] {
    return [...this.state.sessions.values()]
      .filter((each) => each.userId === userId && !each.revokedAt && each.expiresAt > now)
      .map((each) => toSessionView(each, currentSessionId));
  }
}

function toSessionView(session: Session, currentSessionId: string): SessionView {
  const { id, deviceName, ip, ipCountry, city, isTrusted, lastUsedAt, expiresAt, createdAt } = session;
  const shown = { id, deviceName, ip, ipCountry, city, isTrusted, lastUsedAt, expiresAt, createdAt };
  return { ...shown, isCurrent: id === currentSessionId };
}

export class MemoryLoginEventQueries extends LoginEventQueries {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async list(
    userId: string,
    filter: LoginEventFilter,
    page: PageRequest<'ts'>,
  ): Promise<Page<LoginEventView>> {
    const placeOf = ({ at, id }: RecordedLoginEvent | LoginEventView) => [at.getTime(), id];
    const last = page.after && [page.after.key, page.after.id];
    const rows = this.state.loginEvents
      .filter((event) => event.userId === userId && passes(event, filter))
      .filter((event) => !last || after(last, placeOf(event)) < 0)
      .toSorted((a, b) => after(placeOf(a), placeOf(b)))
      .map(toLoginEventView);
    return pageOf(rows, page.limit, ({ at, id }) => ({ key: at.getTime(), id }));
  }
}

function passes(event: RecordedLoginEvent, { outcomes, methods, isNewDevice, from, to }: LoginEventFilter): boolean {
  const isOfKind = (outcomes?.includes(event.outcome) ?? true) && (methods?.includes(event.method) ?? true);
  const isInTime = (!from || event.at >= from) && (!to || event.at < to);
  return isOfKind && isInTime && (isNewDevice === null || event.isNewDevice === isNewDevice);
}

function toLoginEventView(event: RecordedLoginEvent): LoginEventView {
  const { id, outcome, method, ip, ipCountry, userAgent, isNewDevice, isNewLocation, fraudDecision, at } = event;
  return { id, outcome, method, ip, ipCountry, userAgent, isNewDevice, isNewLocation, fraudDecision, at };
}
