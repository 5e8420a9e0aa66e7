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
  description: 'Who fails: a sandbox, or whoever sends our mails.',
  values: FAULT_TARGETS,
  name: 'FaultTarget',
};
const KIND = { description: 'What goes wrong.', values: FAULT_KINDS, name: 'FaultKind' };
const ON = {
  description: 'When we ask it (`request`, the default), or when it calls back (`callback`).',
  values: FAULT_POINTS,
  name: 'FaultPlace',
};
const TIMES = { description: 'How often; 0 takes back what is left.', example: 1, min: 0, max: TIMES_MAX };

export class ScriptFaultsBody {
  @OneOf(TARGET)
  target: FaultTarget;

  @OneOf(KIND)
  kind: FaultKind;

  @Integer(TIMES)
  times: number;

  @OneOf({ ...ON, optional: true })
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
