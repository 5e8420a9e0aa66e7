import type { CdrDetail } from '@trunkline/client';
import type { ReactNode } from 'react';
import { WhatToDo } from '../../ui/layout/what-to-do';
import { TextLink } from '../../ui/links';
import { FixLink } from './fix-link';
import { answerOfAll } from './failure-title';
import { fixOf } from './fixes';
import { nameOf } from './ladder/ladder-steps';
import type { CallGateways } from './ladder/use-gateways';
import { hasFailed } from './results';
import { RouteName } from './route-name';

/** Whether this service has rejected a call. */
export const isRejected = ({ decision }: CdrDetail): boolean => (decision?.reason ?? null) !== null;

interface Props {
  readonly call: CdrDetail;
  readonly gateways: CallGateways;
}

/**
 * The steps that mend a fault, each with its page, and what the attempts of another unanswered call suggest. Nothing for an answered
 * call: the ladder shows what earlier gateways answered.
 */
export function Next({ call, gateways }: Props) {
  const isFault = hasFailed(call) || isRejected(call);
  if (call.answered_at !== null && !isFault) return null;
  const steps = isFault ? faultSteps(call, gateways) : attemptSteps(call, gateways);
  return steps.length === 0 ? null : <WhatToDo steps={steps} />;
}

function faultSteps(call: CdrDetail, gateways: CallGateways): readonly ReactNode[] {
  const { remedy, decision, routing_profile_id, direction, callee } = call;
  const reason = decision?.reason ?? null;
  const answer = answerOfAll(call);
  return [
    <span key="remedy">
      <span>{answer?.remedy ?? remedy}</span>{' '}
      <FixLink
        fix={fixOf(call)}
        trunkId={gateways.failedTrunk}
        number={direction === 'inbound' ? callee : null}
        called={callee}
      />
    </span>,
    ...(answer ? [] : attemptSteps(call, gateways)),
    ...(direction === 'inbound' && reason === null && routing_profile_id !== null
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

/** Why destinations failed and what they need, once for those of which both are the same. */
function attemptSteps({ attempts, remedy }: CdrDetail, { names }: CallGateways): readonly ReactNode[] {
  const places = new Map<string, Set<string>>();
  for (const attempt of attempts) {
    if (attempt.result !== 'failed' || attempt.explanation === null) continue;
    const what = [attempt.explanation, ...(attempt.remedy === remedy ? [] : [attempt.remedy])].join(' ');
    places.set(what, (places.get(what) ?? new Set()).add(nameOf(attempt, names)));
  }
  return [...places].map(([what, named]) => (
    <span key={what}>
      <b>{[...named].join(', ')}:</b> {what}
    </span>
  ));
}
