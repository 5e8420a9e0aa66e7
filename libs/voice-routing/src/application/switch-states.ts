/** When a process of a switch was last heard. */
export interface SwitchState {
  readonly switchId: string;
  /** Empty for a switch of one process. */
  readonly node: string;
  /** By the clock of the service. */
  readonly lastHeartbeatAt: Date;
  /** The time stated in its last heartbeat; null if it stated none. */
  readonly reportedAt: Date | null;
}

export abstract class SwitchStates {
  /** Returns every process of a switch that has ever sent a heartbeat. */
  abstract list(): Promise<readonly SwitchState[]>;
}
