import {
  FAULT_KINDS,
  FAULT_POINTS,
  FAULT_TARGETS,
  type FaultKind,
  type FaultPoint,
  type FaultTarget,
} from '@trunkline/platform';
import { Integer, OneOf } from '../../http';

const TIMES_MAX = 1000;

const TARGET = {
  description: 'Sandbox that fails, or `mail` for outgoing email.',
  values: FAULT_TARGETS,
  name: 'FaultTarget',
};
const KIND = { description: 'Kind of fault.', values: FAULT_KINDS, name: 'FaultKind' };
const ON = {
  description: 'Place of the fault: a `request` to the target, or its `callback`.',
  values: FAULT_POINTS,
  name: 'FaultPlace',
};
const TIMES = { description: 'Number of faults; 0 clears the remaining ones.', example: 1, min: 0, max: TIMES_MAX };

export class ScriptFaultsBody {
  @OneOf(TARGET)
  target: FaultTarget;

  @OneOf(KIND)
  kind: FaultKind;

  @Integer(TIMES)
  times: number;

  @OneOf({ ...ON, default: 'request', optional: true })
  on?: FaultPoint;
}

export class FaultScriptDto {
  @OneOf(TARGET)
  target: string;

  @OneOf(KIND)
  kind: string;

  @Integer(TIMES)
  times: number;

  @OneOf(ON)
  on: string;
}
