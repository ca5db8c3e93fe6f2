/** Whether a process takes leave: it still responds, says that it is not ready, and keeps no connection. */
export class Draining {
  #isOn = false

  get isOn(): boolean {
    return this.#isOn
  }

  /** There is no way back: the process ends. */
  begin(): void {
    this.#isOn = true
  }
}
