/** Whether a process is shutting down: it still responds, but reports that it is not ready, and keeps no connection. */
export class Draining {
  #isOn = false

  get isOn(): boolean {
    return this.#isOn
  }

  /** Cannot be undone: the process ends. */
  begin(): void {
    this.#isOn = true
  }
}
