import type { CdrDetail } from '@trunkline/client';
import type { ReactNode } from 'react';
import { WhatToDo } from '../../ui/layout/what-to-do';
import { TextLink } from '../../ui/links';
import { FixLink } from './fix-link';
import { placeOf } from './ladder-steps';
import { hasFailed } from './results';
import { RouteName } from './route-name';

/** Whether this service has rejected a call. */
export const isRejected = ({ decision }: CdrDetail): boolean => (decision?.reason ?? null) !== null;

/** What to do about a fault: the steps that mend it, each with its page. Any other call says in one sentence what to do. */
export function Next({ call }: { call: CdrDetail }) {
  return hasFailed(call) || isRejected(call) ? <WhatToDo steps={stepsFor(call)} /> : null;
}

function stepsFor(call: CdrDetail): readonly ReactNode[] {
  const { remedy, decision, sip_trunk_id, routing_profile_id, direction, callee } = call;
  const reason = decision?.reason ?? null;
  return [
    <span key="remedy">
      <span>{remedy}</span>{' '}
      {reason !== null && (
        <FixLink
          reason={reason}
          trunkId={sip_trunk_id}
          number={direction === 'inbound' ? callee : null}
          called={callee}
        />
      )}
    </span>,
    ...attemptSteps(call),
    ...(reason === null && sip_trunk_id !== null
      ? [
          <span key="test">
            <b>Test the connection</b> of <RouteName id={sip_trunk_id} />.{' '}
            <TextLink to="/trunks/$id" params={{ id: sip_trunk_id }}>
              Test it
            </TextLink>
          </span>,
        ]
      : []),
    ...(direction === 'inbound' && routing_profile_id !== null
      ? [
          <span key="target">
            <b>Add a last target,</b> such as a mobile number, so that callers reach someone.{' '}
            <TextLink to="/routing/$id" params={{ id: routing_profile_id }}>
              Open <RouteName id={routing_profile_id} />
            </TextLink>
          </span>,
        ]
      : []),
  ];
}

/** What each destination that failed needs, once for those that need the same. */
function attemptSteps({ attempts, remedy }: CdrDetail): readonly ReactNode[] {
  const places = new Map<string, Set<string>>();
  for (const attempt of attempts) {
    if (attempt.result !== 'failed' || attempt.remedy === null || attempt.remedy === remedy) continue;
    const named = places.get(attempt.remedy) ?? new Set();
    places.set(attempt.remedy, named.add(placeOf(attempt)));
  }
  return [...places].map(([what, named]) => (
    <span key={what}>
      <b>{[...named].join(', ')}:</b> {what}
    </span>
  ));
}
