import type { EventMember } from '@trunkline/kernel';
import { CalendarDate, Decimal, E164, Flag, Id, Integer, ListOf, OneOf, Text, UnixTime } from '../../http';

const PLAIN = { e164: E164, integer: Integer, number: Decimal, time: UnixTime, date: CalendarDate, flag: Flag };

/** Declares a member of an event's data as the catalogue of events describes it. */
export function EventField(member: EventMember): PropertyDecorator {
  switch (member.kind) {
    case 'id':
      return Id(member);
    case 'text':
      return Text(member);
    case 'oneOf':
      return OneOf(member);
    case 'listOf':
      return ListOf(member);
    default:
      return PLAIN[member.kind](member);
  }
}
