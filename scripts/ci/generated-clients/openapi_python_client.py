# Ten calls with the client of openapi-python-client. BASE and KEY are given by the environment.
import os

from plumbline_client import AuthenticatedClient
from plumbline_client import models
from plumbline_client.api.calibrations import append_calibration, append_calibrations, list_calibrations
from plumbline_client.api.instruments import create_instrument, list_instruments, update_instrument
from plumbline_client.api.measurements import evaluate_measurements
from plumbline_client.api.webhooks import create_webhook, delete_webhook, get_webhook

client = AuthenticatedClient(base_url=os.environ["BASE"], token=os.environ["KEY"])

made = create_instrument.sync(
    client=client,
    body=models.InstrumentCreate.from_dict(
        {
            "asset_tag": "GEN-OPC",
            "name": "Caliper",
            "unit_of_measure": "mm",
            "calibration_interval_value": 12,
            "last_calibration_date": "2026-05-12T08:30:00Z",
            "customFields": {"Cabinet": "4"},
        }
    ),
)
assert isinstance(made, models.InstrumentDetail), made
assert made.custom_fields.to_dict() == {"Cabinet": "4"} and made.next_due_at.year == 2027
changed = update_instrument.sync(
    made.id, client=client, body=models.InstrumentUpdate.from_dict({"customFields": {"Shelf": "2"}})
)
assert changed.custom_fields["Shelf"] == "2"
listed = list_instruments.sync(client=client, asset_tag="GEN-OPC", updated_since="2026-01-01T00:00:00Z")
assert listed.pagination.total == 1

point = {
    "nominal": {"value": "10.000", "unit": "mm"},
    "tolerance": {"symmetric": {"absolute": "0.02"}},
    "as_found": {"readings": ["10.012"]},
}
record = append_calibration.sync(
    made.id,
    client=client,
    idempotency_key="GEN-OPC-1",
    body=models.CalibrationCreate(
        result="PASS",
        performed_at="2026-06-01T09:00:00Z",
        calibration_type=models.CalibrationType.IN_HOUSE,
        measurements=[models.MeasurementCreate.from_dict(point)],
    ),
)
assert record.measurements[0].as_found.verdict == "in"
item = {"instrument_id": str(made.id), "idempotency_key": "GEN-OPC-2", "body": {"result": "PASS"}}
batch = append_calibrations.sync(client=client, body=models.CalibrationBatch.from_dict({"items": [item]}))
assert len(batch.results) == 1
feed = list_calibrations.sync(client=client, instrument_id=made.id, sort="updated_at")
assert feed.pagination.total == 3, feed.pagination
evaluated = evaluate_measurements.sync(
    client=client, body=models.MeasurementEvaluation.from_dict({"points": [point]})
)
assert evaluated.points[0].as_found.verdict == "in"

webhook = create_webhook.sync(
    client=client,
    body=models.WebhookCreate(
        url="http://127.0.0.1:9/opc", events=[models.EventType.CALIBRATION_CREATED]
    ),
)
assert isinstance(webhook, models.WebhookCreatedResponse), webhook
assert delete_webhook.sync_detailed(webhook.id, client=client).status_code == 204
refused = get_webhook.sync(webhook.id, client=client)
assert refused.code == "NOT_FOUND", refused
