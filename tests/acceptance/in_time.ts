/** Holds times to what is promised, whatever else this machine has to do. */
import { assert } from "@std/assert";
import { binary, makeHome, runProgram } from "./harness.ts";

let noise = 0;

/**
 * ms that a busy machine is granted: starting a program is slow where others work, so it is half a second and four times what a hook that has
 * nothing to do takes here. It is measured once, and once more by what was late.
 */
export async function noiseMs(again = false): Promise<number> {
  if (noise > 0 && !again) return noise;
  await using home = await makeHome();
  const times: number[] = [];
  for (let tries = 0; tries < 3; tries++) {
    const { ms } = await runProgram(binary(), ["hook"], { cwd: home.path, env: home.env });
    times.push(ms);
  }
  return noise = Math.max(noise, 500 + 4 * Math.max(...times));
}

/** Fails where something took longer than is promised; `tookMs` is the whole time, start of the program included. */
export async function assertInTime(tookMs: number, dueMs: number, what = ""): Promise<void> {
  const inTime = tookMs <= dueMs || tookMs <= dueMs + await noiseMs() ||
    tookMs <= dueMs + await noiseMs(true);
  assert(
    inTime,
    `took ${Math.round(tookMs)} ms; ${dueMs} ms are due, and ${Math.round(noise)} granted\n${what}`,
  );
}
