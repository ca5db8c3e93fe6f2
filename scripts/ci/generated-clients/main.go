// Ten calls with the Go client of openapi-generator. BASE and KEY are given by the environment.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	api "plumbline/client"
)

func must[T any](value T, _ *http.Response, err error) T {
	if err != nil {
		if refused, ok := err.(*api.GenericOpenAPIError); ok {
			panic(string(refused.Body()))
		}
		panic(err)
	}
	return value
}

func read[T any](text string) T {
	var value T
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		panic(err)
	}
	return value
}

func expect(holds bool, what any) {
	if !holds {
		panic(fmt.Sprint(what))
	}
}

func main() {
	ctx := context.WithValue(context.Background(), api.ContextAccessToken, os.Getenv("KEY"))
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Getenv("BASE")}}
	client := api.NewAPIClient(configuration)

	create := api.NewInstrumentCreate("GEN-GO", "Caliper", 12)
	create.SetUnitOfMeasure("mm")
	create.SetLastCalibrationDate("2026-05-12T08:30:00Z")
	create.SetCustomFields(map[string]string{"Cabinet": "4"})
	made := must(client.InstrumentsAPI.CreateInstrument(ctx).InstrumentCreate(*create).Execute())
	expect(made.CustomFields["Cabinet"] == "4" && made.NextDueAt.Get().Year() == 2027, made)
	update := api.NewInstrumentUpdate()
	update.SetCustomFields(map[string]string{"Shelf": "2"})
	changed := must(client.InstrumentsAPI.UpdateInstrument(ctx, made.Id).InstrumentUpdate(*update).Execute())
	expect(changed.CustomFields["Shelf"] == "2", changed)
	listed := must(client.InstrumentsAPI.ListInstruments(ctx).AssetTag("GEN-GO").UpdatedSince("2026-01-01T00:00:00Z").Execute())
	expect(listed.Pagination.Total == 1, listed.Pagination)

	point := api.NewMeasurementCreate()
	point.SetNominal(*api.NewNominalValueInput("10.000", "mm"))
	point.SetTolerance(read[api.MeasurementToleranceInput](`{"symmetric": {"absolute": "0.02"}}`))
	point.SetAsFound(read[api.PhaseCreate](`{"readings": ["10.012"]}`))
	calibration := api.NewCalibrationCreate()
	calibration.SetResult("PASS")
	calibration.SetPerformedAt("2026-06-01T09:00:00Z")
	calibration.SetMeasurements([]api.MeasurementCreate{*point})
	record := must(client.CalibrationsAPI.AppendCalibration(ctx, made.Id).
		IdempotencyKey("GEN-GO-1").CalibrationCreate(*calibration).Execute())
	expect(len(record.Measurements) == 1, record)
	body := api.NewCalibrationCreate()
	body.SetResult("PASS")
	items := []api.CalibrationBatchItemsInner{*api.NewCalibrationBatchItemsInner(made.Id, "GEN-GO-2", *body)}
	batch := must(client.CalibrationsAPI.AppendCalibrations(ctx).CalibrationBatch(*api.NewCalibrationBatch(items)).Execute())
	expect(len(batch.Results) == 1, batch)
	feed := must(client.CalibrationsAPI.ListCalibrations(ctx).InstrumentId(made.Id).Sort("updated_at").Execute())
	expect(feed.Pagination.Total == 3, feed.Pagination)
	evaluation := api.NewMeasurementEvaluation([]api.MeasurementCreate{*point})
	evaluated := must(client.MeasurementsAPI.EvaluateMeasurements(ctx).MeasurementEvaluation(*evaluation).Execute())
	expect(len(evaluated.Points) == 1, evaluated)

	endpoint := api.NewWebhookCreate("http://127.0.0.1:9/go")
	endpoint.SetEvents([]api.EventType{"calibration.created"})
	webhook := must(client.WebhooksAPI.CreateWebhook(ctx).WebhookCreate(*endpoint).Execute())
	if _, err := client.WebhooksAPI.DeleteWebhook(ctx, webhook.Id).Execute(); err != nil {
		panic(err)
	}
	_, response, err := client.WebhooksAPI.GetWebhook(ctx, webhook.Id).Execute()
	expect(err != nil && response.StatusCode == 404, response)
}
