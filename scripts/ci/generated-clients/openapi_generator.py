# Ten calls with the Python client of openapi-generator. BASE and KEY are given by the environment.
import os

import openapi_client as api
from openapi_client.exceptions import NotFoundException

configuration = api.Configuration(host=os.environ["BASE"], access_token=os.environ["KEY"])
with api.ApiClient(configuration) as client:
    instruments = api.InstrumentsApi(client)
    calibrations = api.CalibrationsApi(client)
    webhooks = api.WebhooksApi(client)

    made = instruments.create_instrument(
        api.InstrumentCreate(
            asset_tag="GEN-PY",
            name="Caliper",
            unit_of_measure="mm",
            calibration_interval_value=12,
            last_calibration_date="2026-05-12T08:30:00Z",
            custom_fields={"Cabinet": "4"},
        )
    )
    assert made.custom_fields == {"Cabinet": "4"} and made.next_due_at.year == 2027
    changed = instruments.update_instrument(
        made.id, api.InstrumentUpdate(custom_fields={"Shelf": "2"}, calibration_interval_unit="months")
    )
    assert changed.custom_fields["Shelf"] == "2"

    point = api.MeasurementCreate(
        nominal=api.NominalValueInput(value="10.000", unit="mm"),
        tolerance=api.MeasurementToleranceInput(symmetric=api.ToleranceTermsInput(absolute="0.02")),
        as_found=api.PhaseCreate(readings=["10.012"]),
    )
    record = calibrations.append_calibration(
        "GEN-PY-1",
        made.id,
        api.CalibrationCreate(
            result="PASS", performed_at="2026-06-01T09:00:00Z", calibration_type="in_house", measurements=[point]
        ),
    )
    assert record.measurements[0].as_found.verdict == "in"
    assert calibrations.get_calibration(record.id).performed_at == record.performed_at
    batch = calibrations.append_calibrations(
        api.CalibrationBatch.from_dict(
            {
                "items": [
                    {
                        "instrument_id": str(made.id),
                        "idempotency_key": "GEN-PY-2",
                        "body": {"result": "PASS", "as_found_reading": "10.01 mm"},
                    }
                ]
            }
        )
    )
    assert len(batch.results) == 1
    feed = calibrations.list_calibrations(updated_since="2026-01-01T00:00:00.000Z", instrument_id=made.id)
    assert feed.pagination.total == 3, feed.pagination
    evaluated = api.MeasurementsApi(client).evaluate_measurements(
        api.MeasurementEvaluation.from_dict({"points": [point.to_dict()]})
    )
    assert evaluated.points[0].as_found.verdict == "in"

    webhook = webhooks.create_webhook(
        api.WebhookCreate(url="http://127.0.0.1:9/python", events=["calibration.created"])
    )
    assert webhooks.list_deliveries(webhook.id).data == []
    webhooks.delete_webhook(webhook.id)
    try:
        webhooks.get_webhook(webhook.id)
        raise AssertionError("a deleted endpoint was returned")
    except NotFoundException as refused:
        assert '"NOT_FOUND"' in refused.body
